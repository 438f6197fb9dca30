import { keyCalls } from '#shared/contract/platform/people-calls.ts';
import { answerCalls } from '../api/calls.ts';
import { answerOnce, sendAnswer, type WholeAnswer } from '../api/idempotency.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Trx } from '../db/database.ts';
import { isId } from '../db/engine.ts';
import { notFound } from '../errors.ts';
import type { Api } from '../http/api.ts';
import type { Identity } from '../identity/identity.ts';
import { listKeys, recordCreatedKey, revokeKey } from './store.ts';

const DAY_S = 24 * 60 * 60;

/** Adds the calls on API keys. better-auth's plugin creates them; a key is shown once, and removing it revokes it. */
export const addKeyRoutes = (api: Api, identity: Identity) => {
	const { database, auth } = identity;

	const remove = (id: string) =>
		database.write((trx) => trx.deleteFrom('api_keys').where('id', '=', id).execute());

	answerCalls(api, { database }, keyCalls, {
		listKeys: () => listKeys(database.read),
		createKey: async (request, reply) => {
			const { name, role, days } = request.body;
			// better-auth creates the key outside our transaction, so a key that is not recorded is removed again.
			const created = await auth.api.createApiKey({
				body: { userId: request.actor.id, name, expiresIn: days * DAY_S, metadata: { role } },
			});
			let fresh: WholeAnswer | undefined;
			const writeDown = async (trx: Trx, context: AuditContext) => {
				const data = { key: await recordCreatedKey(trx, context, created.id), secret: created.key };
				fresh = { status: 201, body: { success: true, data } };
				return fresh;
			};
			try {
				const answer = await answerOnce(database, request, writeDown, request.body, identity.seal);
				// A repeat with the same `Idempotency-Key`: the key of the first request stays, and this one is
				// removed.
				if (answer !== fresh) await remove(created.id);
				return sendAnswer(reply, answer);
			} catch (error) {
				await remove(created.id);
				throw error;
			}
		},
		revokeOwnKeys: {
			write: async ({ trx, context }, { actor }) => {
				for (const each of await listKeys(trx, { owner: actor.id }))
					await revokeKey(trx, context, each);
			},
		},
		revokeKey: {
			write: async ({ trx, context }, { params: { keyId } }) => {
				const [ended] = isId(keyId) ? await listKeys(trx, { id: keyId }) : [];
				if (!ended) throw notFound('Key');
				await revokeKey(trx, context, ended);
			},
		},
	});
};
