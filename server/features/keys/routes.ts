import { failureBody } from '#shared/contract/errors.ts';
import { type Key, key, keyCreate, madeKey } from '#shared/contract/keys.ts';
import { z } from '#shared/zod.ts';
import { recordAudit } from '../../db/audit-log.ts';
import type { Db, Trx } from '../../db/database.ts';
import { isId } from '../../db/table-store.ts';
import { byOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { notFound } from '../../http/errors.ts';
import { type Answer, answerOnce, sendAnswer } from '../../http/idempotency.ts';
import { success } from '../../http/success.ts';
import type { Identity } from '../../identity/identity.ts';
import { roleOfKey } from '../../identity/keys.ts';

const tags = ['keys'];
const DAY_S = 24 * 60 * 60;

const listKeys = async (db: Db, id?: string): Promise<Key[]> => {
	const all = db
		.selectFrom('api_keys')
		.leftJoin('people', 'people.id', 'api_keys.reference_id')
		.select([
			'api_keys.id',
			'api_keys.name',
			'api_keys.start',
			'api_keys.metadata',
			'api_keys.created_at',
			'api_keys.expires_at',
			'api_keys.last_request',
			'people.name as created_by',
		])
		.orderBy('api_keys.id', 'desc');
	const rows = await (id === undefined ? all : all.where('api_keys.id', '=', id)).execute();
	return rows.map((row) => ({
		id: row.id,
		name: row.name ?? '',
		role: roleOfKey(row.metadata),
		start: row.start ?? '',
		created_by: row.created_by,
		created_at: row.created_at,
		expires_at: row.expires_at ?? row.created_at,
		last_used_at: row.last_request,
	}));
};

/** Keys for programs: made by better-auth's plugin, shown once, ended by removing them. */
export const keyRoutes = (api: Api, identity: Identity) => {
	const { database, auth } = identity;

	const remove = (id: string) =>
		database.write((trx) => trx.deleteFrom('api_keys').where('id', '=', id).execute());

	api.get('/keys', {
		schema: {
			tags,
			summary: 'The keys of programs, newest first',
			response: { 200: success(z.array(key)), default: failureBody },
		},
		handler: async () => ({ success: true as const, data: await listKeys(database.read) }),
	});

	api.post('/keys', {
		schema: {
			tags,
			summary: 'Make a key; its secret is shown this once',
			description:
				'With an `Idempotency-Key`, the same request again within a day gets the same key again.',
			body: keyCreate,
			response: { 201: success(madeKey), default: failureBody },
		},
		handler: async (request, reply) => {
			const { name, role, days } = request.body;
			// better-auth makes it outside our transaction; what is not written down does not stay.
			const made = await auth.api.createApiKey({
				body: { userId: request.actor.id, name, expiresIn: days * DAY_S, metadata: { role } },
			});
			let fresh: Answer | undefined;
			const writeDown = async (trx: Trx) => {
				const [found] = await listKeys(trx, made.id);
				if (!found) throw new Error('The key that was made is not there.');
				recordAudit(trx, byOf(request), {
					...{ action: 'create', item: { kind: 'key', id: made.id, name } },
					after: { name, role, expires_at: found.expires_at },
				});
				const data = { key: found, secret: made.key };
				fresh = { status: 201, body: { success: true, data } };
				return fresh;
			};
			try {
				const answer = await answerOnce(database, request, writeDown, request.body, identity.seal);
				// An earlier one under the same Idempotency-Key: that key is the one that there is.
				if (answer !== fresh) await remove(made.id);
				return sendAnswer(reply, answer);
			} catch (error) {
				await remove(made.id);
				throw error;
			}
		},
	});

	api.delete('/keys/:keyId', {
		schema: {
			tags,
			summary: 'End a key',
			params: z.object({ keyId: z.string() }),
			response: { 200: success(z.null()), default: failureBody },
		},
		handler: async (request) => {
			const { keyId } = request.params;
			await database.write(async (trx) => {
				const [ended] = isId(keyId) ? await listKeys(trx, keyId) : [];
				if (!ended) throw notFound('Key');
				const { name, role, expires_at } = ended;
				const gone = await trx.deleteFrom('api_keys').where('id', '=', keyId).executeTakeFirst();
				if (gone.numDeletedRows === 0n) throw notFound('Key');
				recordAudit(trx, byOf(request), {
					...{ action: 'delete', item: { kind: 'key', id: keyId, name } },
					before: { name, role, expires_at },
				});
			});
			identity.forget();
			return { success: true as const, data: null };
		},
	});
};
