import type { FastifyRequest } from 'fastify';
import { signInCalls } from '#shared/contract/platform/sign-in-calls.ts';
import { answerCalls } from '../api/calls.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { SYSTEM_CONTEXT, toAuditContext } from '../audit-context.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Api } from '../http/api.ts';
import type { Limits } from '../http/limits.ts';
import type { Identity } from '../identity/identity.ts';
import { sendLink } from '../identity/mail.ts';
import {
	countMailedResets,
	endLinks,
	findLink,
	LINK_MS,
	makeLink,
	useLink,
} from '../identity/one-time-links.ts';
import { hashPassword, isEasilyGuessed, refuseGuessable } from '../identity/password-rules.ts';
import { tryLink, tryReset } from '../identity/sign-in-tries.ts';
import {
	addFirstAdministrator,
	endSessions,
	findByEmail,
	getPerson,
	hasAdministrator,
	lockAdministrators,
	setPassword,
	toAuditItem,
} from '../people/store.ts';
import type { FirstAdmin } from '../settings/identity.ts';
import { recordAuthEvent } from './auth-routes.ts';

const RESET_EMAILS_MAX = 3;

export interface SignInOptions {
	limits: Limits;
	loadSample?: (() => Promise<unknown>) | undefined;
}

/** Adds the calls for people without a session: first administrator, links, and forgotten passwords. */
export const signInRoutes = (
	api: Api,
	identity: Identity,
	{ limits, loadSample }: SignInOptions,
) => {
	const { database } = identity;

	const ownerOf = async (request: FastifyRequest, token: string) => {
		const tried = await tryLink(limits, request, 'links');
		const { purpose, person_id } = await findLink(database.read, token);
		if (purpose === 'setup' || person_id === null) throw new AppError('invalid_link');
		await tried.giveBack();
		return { purpose, person: await getPerson(database.read, person_id) };
	};

	answerCalls(api, { database }, signInCalls, {
		getSite: async ({ caller }) => ({
			setup: !(await hasAdministrator(database.read)),
			mail: identity.mail.on,
			signed_in: caller?.session !== undefined,
			password: !identity.provider?.settings.only,
			provider: identity.provider?.settings.name ?? null,
		}),
		createFirstAdministrator: async (request, reply) => {
			const { token, name, email, password, sample_data } = request.body;
			const notAvailable = () => new AppError('not_found', 'Nothing exists at this address.');
			if (await hasAdministrator(database.read)) throw notAvailable();
			const tried = await tryLink(limits, request, 'setup');
			const { purpose } = await findLink(database.read, token).catch(async (error) => {
				throw (await hasAdministrator(database.read)) ? notAvailable() : error;
			});
			if (purpose !== 'setup') throw new AppError('invalid_link');
			await tried.giveBack();
			await refuseGuessable('password', password, identity.contextOf(email, name));
			const hashed = await hashPassword(password);
			const person = await database.write(async (trx) => {
				const context = toAuditContext(request);
				const first = { name, email, hashed };
				const added = await addFirstAdministrator(trx, context, first, { link: 'setup' });
				if (!added) throw notAvailable();
				await useLink(trx, token);
				return added;
			});
			if (sample_data) await loadSample?.();
			const used = await identity.signIn(request, reply, { email, password });
			if (used.signed_in) await recordAuthEvent(database, request, 'sign_in', person);
			return used;
		},
		getLinkOwner: async (request) => {
			const { purpose, person } = await ownerOf(request, request.body.token);
			const { name, email, role } = person;
			return { purpose, name, email, role };
		},
		useLink: async (request, reply) => {
			const { token, password } = request.body;
			const { purpose, person } = await ownerOf(request, token);
			if (purpose === 'invitation') identity.refusePasswords();
			const chosen = purpose === 'invitation' ? request.body.name : undefined;
			const name = chosen ?? person.name;
			await refuseGuessable('password', password, identity.contextOf(person.email, name));
			const hashed = await hashPassword(password);
			await database.write(async (trx) => {
				await useLink(trx, token);
				await setPassword(trx, person.id, hashed, chosen);
				await endSessions(trx, person.id);
				await endLinks(trx, person.id);
				recordAudit(trx, toAuditContext(request), {
					action: 'update',
					item: toAuditItem(person),
					details: { password: 'set', link: purpose },
				});
			});
			// Without the password form, the link of an administrator is how someone gets in without the provider.
			if (purpose === 'reset' && !identity.provider?.settings.only)
				return { signed_in: false, code_needed: false };
			const { email } = person;
			const used = await identity.signIn(request, reply, { email, password });
			if (used.signed_in)
				await recordAuthEvent(database, request, 'sign_in', { ...person, name }, { link: purpose });
			return used;
		},
		requestPasswordReset: async (request, reply) => {
			const { email } = request.body;
			identity.refusePasswords();
			if (!identity.mail.on) throw new AppError('mail_off');
			await tryReset(limits, request, email);
			// Neither this response and its timing nor the next one reveals whether the address has an account: the
			// work starts a random time after the response.
			const later = () => void mailReset(email).catch(identity.onError);
			reply.raw.once('finish', () => setTimeout(later, 20 + 200 * Math.random()));
		},
	});
	const mailReset = async (email: string) => {
		const person = await findByEmail(database.read, email);
		if (person?.status !== 'active') return;
		// A request for another person's address must not flood their mailbox or revoke their earlier links.
		if ((await countMailedResets(database.read, person.id)) >= RESET_EMAILS_MAX) return;
		const reset = { purpose: 'reset', person_id: person.id, made_by: null } as const;
		const { token, expires_at } = await database.write((trx) =>
			makeLink(trx, reset, LINK_MS.mailedReset),
		);
		sendLink(identity, 'reset', person, { url: identity.linkUrl('reset', token), expires_at });
	};
};

/**
 * Creates the first administrator from the settings, unless there is one. Resolves to the reason if the password is
 * refused.
 */
export const makeFirstAdmin = async (
	database: Database,
	{ email, password }: FirstAdmin,
	productName: string,
) => {
	if (await hasAdministrator(database.read)) return undefined;
	if (await isEasilyGuessed(password, [productName, email])) return 'is too easy to guess';
	const hashed = await hashPassword(password);
	const first = { name: 'Administrator', email, hashed };
	await database.write((trx) =>
		addFirstAdministrator(trx, SYSTEM_CONTEXT, first, { by: 'ADMIN_EMAIL' }),
	);
	return undefined;
};

/** Returns the address to create the first administrator at, valid for an hour; undefined if there is one. */
export const setupAddress = async ({ database, linkUrl }: Identity) => {
	const link = await database.write(async (trx) => {
		await lockAdministrators(trx);
		if (await hasAdministrator(trx)) return undefined;
		await endLinks(trx, null);
		const setup = { purpose: 'setup', person_id: null, made_by: null } as const;
		return makeLink(trx, setup, LINK_MS.setup);
	});
	return link && linkUrl('setup', link.token);
};
