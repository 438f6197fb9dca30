import type { FastifyReply, FastifyRequest } from 'fastify';
import { session } from '#shared/contract/account.ts';
import { z } from '#shared/zod.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditContextOf } from '../../audit-context.ts';
import { isId } from '../../db/ids.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import type { Identity } from '../../identity/identity.ts';
import { endSessions } from '../people/store.ts';

/** The session of a request that the guard has let through as one's own. */
export const sessionOf = ({ caller }: FastifyRequest) => {
	if (!caller?.session) throw new AppError('unauthenticated');
	return caller.session;
};

/** One's own sessions: where one is signed in, and the ways to end that. */
export const sessionRoutes = (api: Api, identity: Identity) => {
	const { database } = identity;

	const clearCookies = async (request: FastifyRequest, reply: FastifyReply) => {
		identity.passCookies(reply, await identity.ask(request, '/sign-out', {}));
		reply.header('clear-site-data', '"cache", "storage"');
	};

	api.get('/account/sessions', {
		schema: {
			operationId: 'listSessions',
			summary: 'Lists your sessions',
			response: { 200: z.array(session) },
		},
		handler: async (request) => {
			const current = sessionOf(request).id;
			const rows = await database.read
				.selectFrom('sessions')
				.selectAll()
				.where('person_id', '=', request.actor.id)
				.where('expires_at', '>', new Date().toISOString())
				.orderBy('last_seen_at', 'desc')
				.execute();
			return rows.map((row) => ({
				id: row.id,
				current: row.id === current,
				device: row.user_agent ?? '',
				address: row.ip_address ?? '',
				trusted: row.trusted_device,
				created_at: row.created_at,
				last_seen_at: row.last_seen_at,
				expires_at: row.expires_at,
			}));
		},
	});

	api.delete('/account/sessions/:sessionId', {
		schema: {
			operationId: 'endSession',
			summary: 'Ends one of your sessions',
			params: z.object({ sessionId: z.string() }),
			response: { 200: z.null() },
		},
		handler: async (request, reply) => {
			const { sessionId } = request.params;
			if (!isId(sessionId)) throw notFound('Session');
			await database.write(async (trx) => {
				const gone = await trx
					.deleteFrom('sessions')
					.where('person_id', '=', request.actor.id)
					.where('id', '=', sessionId)
					.executeTakeFirst();
				if (gone.numDeletedRows === 0n) throw notFound('Session');
				recordAudit(trx, auditContextOf(request), {
					action: 'sign_out',
					item: { kind: 'session', id: sessionId, name: null },
				});
			});
			if (sessionId === sessionOf(request).id) await clearCookies(request, reply);
			return null;
		},
	});

	api.delete('/account/sessions', {
		schema: {
			operationId: 'endOwnSessions',
			summary: 'Signs you out on all devices',
			response: { 200: z.null() },
		},
		handler: async (request, reply) => {
			await database.write(async (trx) => {
				await endSessions(trx, request.actor.id);
				recordAudit(trx, auditContextOf(request), {
					action: 'sign_out',
					item: { kind: 'session', id: null, name: 'All' },
				});
			});
			await clearCookies(request, reply);
			return null;
		},
	});
};
