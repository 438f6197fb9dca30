import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditContext } from '../audit-context.ts';
import { AppError, invalid } from '../errors.ts';
import { requireFresh } from '../http/access.ts';
import type { Api } from '../http/api.ts';
import type { Limits } from '../http/limits.ts';
import type { Identity } from '../identity/identity.ts';
import { verifyPassword } from '../identity/password-rules.ts';
import { tryPassword } from '../identity/sign-in-tries.ts';
import { getPerson, toAuditItem } from '../people/store.ts';

interface Given {
	request: FastifyRequest;
	password: string | undefined;
	/** Field of the request body; `password` by default. */
	field?: string;
}

/** Returns the session of a request. Fails with `unauthenticated` without one, such as for an API key. */
export const requireSession = ({ caller }: FastifyRequest) => {
	if (!caller?.session) throw new AppError('unauthenticated');
	return caller.session;
};

/** Ends a confirmation, in whatever way: the session counts as confirmed for ten minutes and gets a new cookie. */
export const confirmSession = async (
	identity: Identity,
	reply: FastifyReply,
	sessionId: string,
) => {
	const token = await identity.database.write(async (trx) => {
		await trx
			.updateTable('sessions')
			.set({ confirmed_at: new Date().toISOString() })
			.where('id', '=', sessionId)
			.execute();
		return identity.renewToken(trx, sessionId);
	});
	identity.sendToken(reply, token);
};

/**
 * Checks the password of the caller and returns the person. Fails with 422 at its field for a wrong one. A person without
 * a password must have confirmed in another way: fails with 403 `reauth_required`.
 */
export const confirmPassword = async (
	api: Api,
	{ database }: Identity,
	limits: Limits,
	{ request, password, field = 'password' }: Given,
) => {
	const person = await getPerson(database.read, request.actor.id);
	const stored = await database.read
		.selectFrom('credentials')
		.select('password')
		.where('person_id', '=', person.id)
		.executeTakeFirst();
	if (!stored?.password) {
		requireFresh({ session: requireSession(request) });
		return person;
	}
	if (password === undefined) throw invalid(field, 'Password is required');
	const tried = await tryPassword(limits, request, person.email);
	const good = await verifyPassword(stored.password, password);
	if (!good) {
		api.refusals.note(toAuditContext(request), {
			action: 'sign_in_refused',
			item: toAuditItem(person),
		});
		throw invalid(field, 'Wrong password');
	}
	await tried.succeed();
	return person;
};
