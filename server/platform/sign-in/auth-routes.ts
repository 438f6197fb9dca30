import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditAction } from '#shared/contract/platform/audit.ts';
import { normalizePassword } from '#shared/contract/platform/passwords.ts';
import { email as emailField, type Person } from '#shared/contract/platform/people.ts';
import { authCalls } from '#shared/contract/platform/sign-in-calls.ts';
import { answerCalls } from '../api/calls.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { toAuditContext } from '../audit-context.ts';
import type { Database, Trx } from '../db/database.ts';
import { AppError } from '../errors.ts';
import { requireFresh } from '../http/access.ts';
import type { Api } from '../http/api.ts';
import type { Limits } from '../http/limits.ts';
import { isSpent } from '../identity/auth-hooks.ts';
import type { Identity } from '../identity/identity.ts';
import { readRequiredRoles } from '../identity/sessions.ts';
import { tryCode, tryPassword } from '../identity/sign-in-tries.ts';
import { endOldSessions, getPerson, recordLastSeen, toAuditItem } from '../people/store.ts';
import { readWaysIn } from '../people/ways-in.ts';

/** Ends the session that a browser had before it was given another one. */
const endSession = async (trx: Trx, id: string | undefined) => {
	if (id !== undefined) await trx.deleteFrom('sessions').where('id', '=', id).execute();
};

/**
 * Adds an audit row of a sign-in, sign-out or second factor. Every way to sign in ends here; a sign-in ends the browser's
 * previous session.
 */
export const recordAuthEvent = (
	database: Database,
	request: FastifyRequest,
	action: AuditAction,
	person: Person,
	details?: Record<string, string>,
	previousSession = request.caller?.session?.id,
) =>
	database.write(async (trx) => {
		const { id, name, role } = person;
		const context = {
			...toAuditContext(request),
			actor: { kind: 'person' as const, id, name, role },
		};
		if (action === 'sign_in') {
			await recordLastSeen(trx, id);
			await endSession(trx, previousSession);
			await endOldSessions(trx, id);
		}
		recordAudit(trx, context, { action, item: toAuditItem(person), ...(details && { details }) });
	});

type Body = Record<string, unknown>;

const readText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Returns the request body, or an empty one. Fails with `bad_request` unless it is a JSON object. */
const readBody = ({ body }: FastifyRequest): Body => {
	if (body === null || body === undefined) return {};
	if (typeof body !== 'object' || Array.isArray(body))
		throw new AppError('bad_request', 'The request body must be a JSON object.');
	return body as Body;
};

/**
 * Converts the error for a second factor that was encrypted with another SECRET to a `conflict`; returns other errors
 * unchanged.
 */
const convertCodeFailure = (error: unknown) =>
	error instanceof Error && error.message === 'invalid tag'
		? new AppError(
				'conflict',
				'Your second factor cannot be read because the SECRET of this server has changed. Use a recovery code, or ask an administrator to remove your second factor.',
				{ cause: error },
			)
		: error;

/** Adds those calls of better-auth that we offer; responses keep its shapes. */
export const addAuthRoutes = (api: Api, identity: Identity, limits: Limits) => {
	const { database } = identity;
	const pass = async (reply: FastifyReply, answer: Response) => {
		identity.passCookies(reply, answer);
		const text = await answer.text();
		reply.code(answer.status).type('application/json; charset=utf-8');
		const body = text === '' ? null : JSON.parse(text);
		if (body !== null && typeof body === 'object') delete body.token;
		return reply.send(body);
	};

	const arrivedBy = async (answer: Response) => {
		if (!answer.ok) return undefined;
		const { user } = (await answer.clone().json()) as { user?: { id: string } };
		return user && getPerson(database.read, user.id);
	};

	const refuse = (request: FastifyRequest, name: string, way: string) =>
		api.refusals.note(toAuditContext(request), {
			action: 'sign_in_refused',
			item: { kind: 'address', id: null, name },
			details: { way },
		});

	const guarded = async (request: FastifyRequest, path: string, account: string, body: Body) => {
		const tried = await tryPassword(limits, request, account);
		const answer = await identity.ask(request, path, body);
		if (answer.ok) await tried.succeed();
		else refuse(request, account, path);
		return answer;
	};

	const signIn = async (request: FastifyRequest, reply: FastifyReply) => {
		identity.refusePasswords();
		const given = readBody(request);
		const read = emailField().safeParse(given.email);
		const email = read.success ? read.data : readText(given.email).slice(0, 320);
		const answer = await guarded(request, '/sign-in/email', email, {
			email,
			password: normalizePassword(readText(given.password)),
			rememberMe: given.rememberMe === true,
		});
		const person = await arrivedBy(answer);
		if (person) await recordAuthEvent(database, request, 'sign_in', person);
		else if (answer.ok) await database.write((trx) => endSession(trx, request.caller?.session?.id));
		return pass(reply, answer);
	};

	const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
		const answer = await identity.ask(request, '/sign-out', {});
		if (request.actor.kind === 'person') {
			const person = await getPerson(database.read, request.actor.id);
			await recordAuthEvent(database, request, 'sign_out', person);
		}
		reply.header('clear-site-data', '"cache", "storage"');
		return pass(reply, answer);
	};

	const wasUsed = async ({ caller }: FastifyRequest, whose: string | undefined, code: string) =>
		!caller?.session && whose !== undefined && isSpent(database, whose, code);

	const verify =
		(way: 'verify-totp' | 'verify-backup-code', kind: 'code' | 'recoveryCode') =>
		async (request: FastifyRequest, reply: FastifyReply) => {
			const code = readText(readBody(request).code).trim().toUpperCase();
			const whose = await identity.whoseCode(request);
			const tried = whose ? await tryCode(database.read, limits, request, whose, kind) : undefined;
			if (await wasUsed(request, whose, code)) {
				refuse(request, request.actor.name, way);
				reply.code(401);
				return reply.send({ code: 'USED_CODE', message: 'This code was already used' });
			}
			const answer = await identity.ask(request, `/two-factor/${way}`, { code }).catch((error) => {
				throw convertCodeFailure(error);
			});
			const person = await arrivedBy(answer);
			// With a session this is a verification, without one a sign-in.
			const [action, factor] = request.caller?.session
				? (['update', 'verified'] as const)
				: (['sign_in', way] as const);
			const details = { second_factor: factor };
			if (person) {
				await tried?.succeed();
				await recordAuthEvent(database, request, action, person, details);
			} else refuse(request, request.actor.name, way);
			return pass(reply, answer);
		};

	const change =
		(act: 'enable' | 'disable' | 'generate-backup-codes') =>
		async (request: FastifyRequest, reply: FastifyReply) => {
			const person = await getPerson(database.read, request.actor.id);
			if (act === 'disable' && (await readRequiredRoles(database.read)).includes(person.role))
				throw new AppError('forbidden', 'Your role requires a second factor.');
			const password = normalizePassword(readText(readBody(request).password));
			const { password: hasPassword } = await readWaysIn(database.read, person.id, undefined);
			if (request.caller && !hasPassword) requireFresh(request.caller);
			const way = `/two-factor/${act}`;
			const answer = await guarded(request, way, person.email, { password });
			const details = { second_factor: act };
			if (answer.ok) await recordAuthEvent(database, request, 'update', person, details);
			return pass(reply, answer);
		};

	const implement = <Handler>(handler: Handler) => ({
		handler,
		// better-auth checks the bodies itself.
		validatorCompiler: () => (value: unknown) => ({ value }),
	});
	answerCalls(api, { database }, authCalls, {
		signIn: implement(signIn),
		signOut: implement(signOut),
		verifyTotp: implement(verify('verify-totp', 'code')),
		verifyBackupCode: implement(verify('verify-backup-code', 'recoveryCode')),
		enableTwoFactor: implement(change('enable')),
		disableTwoFactor: implement(change('disable')),
		generateBackupCodes: implement(change('generate-backup-codes')),
	});
};
