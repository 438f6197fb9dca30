import { authenticatorCalls } from '#shared/contract/platform/sign-in-calls.ts';
import { answerCalls } from '../api/calls.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { toAuditContext } from '../audit-context.ts';
import { conflict, invalid } from '../errors.ts';
import type { Api } from '../http/api.ts';
import type { Limits } from '../http/limits.ts';
import { buildAuthenticatorUri, isCurrentCode } from '../identity/authenticator.ts';
import type { Identity } from '../identity/identity.ts';
import { tryCode } from '../identity/sign-in-tries.ts';
import { createToken } from '../identity/tokens.ts';
import { toAuditItem } from '../people/store.ts';
import { confirmPassword } from './confirm-password.ts';

/** Time to scan the new secret and to type its code. */
const TICKET_MS = 10 * 60_000;

/**
 * Adds the calls that change the authenticator app of the caller. The old app works until the new one has shown a code,
 * so the new secret stays outside of the database until then: encrypted, in a ticket that the caller sends back.
 */
export const addAuthenticatorRoutes = (api: Api, identity: Identity, limits: Limits) => {
	const { database, seal, productName } = identity;
	const placeOf = (personId: string) => `authenticator:${personId}`;

	answerCalls(api, { database }, authenticatorCalls, {
		createAuthenticator: async (request) => {
			const { password } = request.body;
			const person = await confirmPassword(api, identity, limits, { request, password });
			if (!person.second_factor) throw conflict('You have no second factor yet.');
			const secret = createToken().slice(0, 32);
			const text = JSON.stringify([secret, Date.now() + TICKET_MS]);
			return {
				uri: buildAuthenticatorUri(secret, productName, person.email),
				ticket: await seal.close(text, placeOf(person.id)),
			};
		},
		changeAuthenticator: async (request) => {
			const { ticket, code } = request.body;
			const { id, name } = request.actor;
			const tried = await tryCode(database.read, limits, request, id, 'code');
			const text = await seal.open(ticket, placeOf(id));
			const [secret, until]: [string, number] = text ? JSON.parse(text) : ['', 0];
			if (until < Date.now()) throw conflict('Time is up. Start again.');
			if (!(await isCurrentCode(secret, code)))
				throw invalid('code', 'Wrong code. Codes change every 30 seconds.');
			const encrypted = await identity.encrypt(secret);
			await database.write(async (trx) => {
				const { numUpdatedRows } = await trx
					.updateTable('second_factors')
					.set({ secret: encrypted })
					.where('person_id', '=', id)
					.where('verified', '=', true)
					.executeTakeFirst();
				if (numUpdatedRows === 0n) throw conflict('You have no second factor yet.');
				await trx
					.insertInto('spent_codes')
					.values({ person_id: id, code, at: new Date().toISOString() })
					.onConflict((taken) => taken.doNothing())
					.execute();
				recordAudit(trx, toAuditContext(request), {
					action: 'update',
					item: toAuditItem({ id, name }),
					details: { second_factor: 'authenticator_changed' },
				});
			});
			await tried.succeed();
		},
	});
};
