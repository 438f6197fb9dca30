import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRole } from '#shared/contract/platform/access.ts';
import type { Account } from '#shared/contract/platform/profile.ts';
import { accountCalls, sessionCalls, viewCalls } from '#shared/contract/platform/sign-in-calls.ts';
import { answerCalls } from '../api/calls.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { toAuditContext } from '../audit-context.ts';
import { isId } from '../db/engine.ts';
import { AppError, notFound } from '../errors.ts';
import { FRESH_MS } from '../http/access.ts';
import type { Api } from '../http/api.ts';
import type { Limits } from '../http/limits.ts';
import type { Identity } from '../identity/identity.ts';
import { hashPassword, refuseGuessable } from '../identity/password-rules.ts';
import { readRequiredRoles } from '../identity/sessions.ts';
import { listKeys } from '../keys/store.ts';
import {
	endSessions,
	getPerson,
	lockPerson,
	recordChange,
	setPassword,
	toAuditItem,
} from '../people/store.ts';
import { readWaysIn } from '../people/ways-in.ts';
import { confirmPassword, confirmSession, requireSession } from './confirm-password.ts';
import { keepView, listViews, removeView } from './views.ts';

/** Adds the calls that list and end the caller's own sessions. */
export const addSessionRoutes = (api: Api, identity: Identity) => {
	const { database } = identity;

	const clearCookies = async (request: FastifyRequest, reply: FastifyReply) => {
		identity.passCookies(reply, await identity.ask(request, '/sign-out', {}));
		reply.header('clear-site-data', '"cache", "storage"');
	};

	answerCalls(api, { database }, sessionCalls, {
		listSessions: async (request) => {
			const current = requireSession(request).id;
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
		endSession: async (request, reply) => {
			const { sessionId } = request.params;
			if (!isId(sessionId)) throw notFound('Session');
			await database.write(async (trx) => {
				const removed = await trx
					.deleteFrom('sessions')
					.where('person_id', '=', request.actor.id)
					.where('id', '=', sessionId)
					.executeTakeFirst();
				if (removed.numDeletedRows === 0n) throw notFound('Session');
				recordAudit(trx, toAuditContext(request), {
					action: 'sign_out',
					item: { kind: 'session', id: sessionId, name: null },
				});
			});
			if (sessionId === requireSession(request).id) await clearCookies(request, reply);
		},
		endOwnSessions: async (request, reply) => {
			await database.write(async (trx) => {
				await endSessions(trx, request.actor.id);
				recordAudit(trx, toAuditContext(request), {
					action: 'sign_out',
					item: { kind: 'session', id: null, name: 'All' },
				});
			});
			await clearCookies(request, reply);
		},
	});
};

/** Settings of the site that each account includes. */
type SiteFlags = Pick<Account, 'parts' | 'payments_on' | 'phones_masked'>;

const readAccount = async (
	{ database, provider }: Identity,
	request: FastifyRequest,
): Promise<Omit<Account, keyof SiteFlags>> => {
	const { actor, caller } = request;
	const role = actor.role as KeyRole;
	const none = { enabled: false, required: false, missing: false };
	if (!caller?.session) {
		const { id, name } = actor;
		return {
			kind: 'program' as const,
			id,
			name,
			email: null,
			role,
			permissions: [...(caller?.may ?? [])],
			keys: 0,
			second_factor: none,
			ways_in: { password: false, provider: false, passkeys: 0 },
			views: [],
			session: null,
		};
	}
	const [person, roles, keys, waysIn, views, row] = await Promise.all([
		getPerson(database.read, actor.id),
		readRequiredRoles(database.read),
		listKeys(database.read, { owner: actor.id }),
		readWaysIn(database.read, actor.id, provider?.settings),
		listViews(database.read, actor.id),
		database.read
			.selectFrom('sessions')
			.select(['id', 'trusted_device', 'expires_at', 'confirmed_at'])
			.where('id', '=', caller.session.id)
			.executeTakeFirst(),
	]);
	if (!row) throw new AppError('unauthenticated');
	const required = roles.includes(person.role);
	return {
		kind: 'person',
		id: person.id,
		name: person.name,
		email: person.email,
		role: person.role,
		permissions: [...caller.may],
		keys: keys.length,
		second_factor: {
			enabled: person.second_factor,
			required,
			missing: caller.factorMissing,
		},
		ways_in: { ...waysIn, passkeys: waysIn.passkeys.length },
		views,
		session: {
			id: row.id,
			trusted: row.trusted_device,
			expires_at: row.expires_at,
			confirmed_until: new Date(Date.parse(row.confirmed_at) + FRESH_MS).toISOString(),
		},
	};
};

/** Adds the calls on the caller's own account and sessions. */
export const addAccountRoutes = (
	api: Api,
	identity: Identity,
	{ limits, flags }: { limits: Limits; flags: SiteFlags },
) => {
	const { database } = identity;

	const answer = async (request: FastifyRequest) =>
		({ ...(await readAccount(identity, request)), ...flags }) satisfies Account;

	const toPerson = ({ actor, caller }: FastifyRequest) => ({
		personId: actor.id,
		isAdmin: caller?.may.has('people:manage') ?? false,
	});
	answerCalls(api, { database }, viewCalls, {
		keepView: {
			write: ({ trx, context }, request) =>
				keepView(trx, { context, ...toPerson(request) }, request.body),
		},
		removeView: {
			write: ({ trx, context }, request) =>
				removeView(trx, { context, ...toPerson(request) }, request.params.viewId),
		},
	});
	answerCalls(api, { database }, accountCalls, {
		getAccount: answer,
		updateAccount: async (request) => {
			await database.write(async (trx) => {
				const before = await lockPerson(trx, request.actor.id);
				await trx
					.updateTable('people')
					.set({ name: request.body.name, updated_at: new Date().toISOString() })
					.where('id', '=', request.actor.id)
					.execute();
				recordChange(trx, toAuditContext(request), before, await getPerson(trx, request.actor.id));
			});
			return answer(request);
		},
		confirmPassword: async (request, reply) => {
			await confirmPassword(api, identity, limits, {
				request,
				password: request.body.password,
			});
			await confirmSession(identity, reply, requireSession(request).id);
			return answer(request);
		},
		changePassword: async (request, reply) => {
			const { current_password, new_password } = request.body;
			const person = await confirmPassword(api, identity, limits, {
				request,
				password: current_password,
				field: 'current_password',
			});
			await refuseGuessable(
				'new_password',
				new_password,
				identity.contextOf(person.email, person.name),
			);
			const hashed = await hashPassword(new_password);
			const { id } = requireSession(request);
			const token = await database.write(async (trx) => {
				await setPassword(trx, person.id, hashed);
				await endSessions(trx, person.id, id);
				recordAudit(trx, toAuditContext(request), {
					action: 'update',
					item: toAuditItem(person),
					details: { password: 'changed' },
				});
				return identity.renewToken(trx, id);
			});
			identity.sendToken(reply, token);
			return answer(request);
		},
	});
};
