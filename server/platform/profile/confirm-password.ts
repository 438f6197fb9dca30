import type { FastifyRequest } from 'fastify';
import { toAuditContext } from '../audit-context.ts';
import { invalid } from '../errors.ts';
import type { Api } from '../http/api.ts';
import type { Limits } from '../http/limits.ts';
import type { Identity } from '../identity/identity.ts';
import { verifyPassword } from '../identity/password-rules.ts';
import { tryPassword } from '../identity/sign-in-tries.ts';
import { getPerson, toAuditItem } from '../people/store.ts';

interface Given {
	request: FastifyRequest;
	password: string;
	/** Field of the request body; `password` by default. */
	field?: string;
}

/** Checks the password of the caller and returns the person. Fails with 422 at its field for a wrong one. */
export const confirmPassword = async (
	api: Api,
	{ database }: Identity,
	limits: Limits,
	{ request, password, field = 'password' }: Given,
) => {
	const person = await getPerson(database.read, request.actor.id);
	const tried = await tryPassword(limits, request, person.email);
	const stored = await database.read
		.selectFrom('credentials')
		.select('password')
		.where('person_id', '=', person.id)
		.executeTakeFirst();
	const good = stored?.password ? await verifyPassword(stored.password, password) : false;
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
