import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listPermissions, type Permission } from '#shared/contract/platform/access.ts';
import { pages } from '#shared/contract/platform/auth-paths.ts';
import type { Seal } from '../api/idempotency.ts';
import type { Database, Trx } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Identify } from '../http/guard.ts';
import type { MailSettings, OidcSettings } from '../settings/identity.ts';
import { ADDRESS_HEADER, buildCookieNames, openAuth } from './auth.ts';
import { findKey, touchKey } from './keys.ts';
import { openMail } from './mail.ts';
import { openProvider } from './provider.ts';
import { findSession, TRUSTED_MS, touchSession } from './sessions.ts';
import { createToken, hashOfToken, readSignedToken, signToken } from './tokens.ts';

/** Returns a cookie of a request, decoded; undefined if it is missing or malformed. */
const readCookie = (request: FastifyRequest, name: string) => {
	for (const pair of (request.headers.cookie ?? '').split(';')) {
		const at = pair.indexOf('=');
		if (at < 0 || pair.slice(0, at).trim() !== name) continue;
		try {
			return decodeURIComponent(pair.slice(at + 1).trim());
		} catch {
			return undefined;
		}
	}
	return undefined;
};

const BEARER = /^Bearer +([\x21-\x7e]{1,200})$/i;
interface Found {
	caller: NonNullable<Awaited<ReturnType<Identify>>>;
	touch: () => Promise<unknown> | undefined;
}

const NO_CALLER = Promise.resolve(undefined);

/** Identifies callers by API key or by session. `close` waits for pending writes. */
const openIdentify = ({
	database,
	secret,
	cookie,
	onError,
	isOn,
}: Pick<IdentityOptions, 'database' | 'secret' | 'onError' | 'isOn'> & { cookie: string }) => {
	const findPerson = async (cookieValue: string): Promise<Found | undefined> => {
		const token = readSignedToken(cookieValue, secret);
		const session = token === undefined ? undefined : await findSession(database, token);
		if (!session) return undefined;
		const { person_id, name, role } = session;
		const caller = {
			actor: { kind: 'person' as const, id: person_id, name, role },
			may: new Set(listPermissions(role).filter(isOn)),
			factorMissing: session.factorMissing,
			session: { id: session.id, confirmedAt: Date.parse(session.confirmed_at) },
		};
		return { caller, touch: () => touchSession(database, session) };
	};
	const findProgram = async (given: string): Promise<Found | undefined> => {
		const key = await findKey(database, given);
		if (!key) return undefined;
		const caller = {
			actor: { kind: 'program' as const, id: key.id, name: key.name ?? key.id, role: key.role },
			may: new Set(listPermissions(key.role, 'program').filter(isOn)),
			factorMissing: false,
		};
		return { caller, touch: () => touchKey(database, key) };
	};
	const touching = new Set<Promise<unknown>>();
	const later = (note: Promise<unknown>) => {
		const done: Promise<unknown> = note.catch(onError).finally(() => touching.delete(done));
		touching.add(done);
	};
	const seen = async (lookup: Promise<Found | undefined>) => {
		const match = await lookup;
		const note = match?.touch();
		if (note) later(note);
		return match?.caller;
	};

	const identifyKey: Identify = ({ headers: { authorization } }) => {
		const key = BEARER.exec(authorization ?? '')?.[1];
		return key === undefined ? NO_CALLER : seen(findProgram(key));
	};

	const identify: Identify = (request) => {
		if (request.headers.authorization !== undefined) return identifyKey(request);
		const value = readCookie(request, cookie);
		return value === undefined ? NO_CALLER : seen(findPerson(value));
	};

	return {
		identify,
		/** Identifies callers by key only. */
		identifyKey,
		close: async () => {
			await Promise.all(touching);
		},
	};
};

export interface IdentityOptions {
	database: Database;
	secret: string;
	productName: string;
	publicUrls: readonly [string, ...string[]];
	publicUrl: () => string;
	/** Returns the addresses of the site, with the port that it listens on. */
	listSites: () => string[];
	mail: MailSettings | undefined;
	oidc: OidcSettings | undefined;
	onError: (error: unknown) => void;
	/** Returns whether the part of a permission is on. */
	isOn: (permission: Permission) => boolean;
}

export type Identity = ReturnType<typeof openIdentity>;

/** Encrypts texts with the secret of the installation, each bound to one place in the database (decision 0056). */
export const openSeal = (secret: string): Seal => ({
	close: (text, place) => symmetricEncrypt({ key: secret, data: JSON.stringify([place, text]) }),
	open: async (sealed, place) => {
		try {
			const data = await symmetricDecrypt({ key: secret, data: sealed });
			const [of, text] = JSON.parse(data) as [string, string];
			return of === place ? text : undefined;
		} catch {
			return undefined;
		}
	},
});

/** Opens sign-in, sessions, keys and mail. `close` waits for their background work (decision 0050). */
export const openIdentity = (options: IdentityOptions) => {
	const { database, secret, productName, publicUrls, publicUrl, listSites, onError, isOn } =
		options;
	const secure = publicUrls[0].startsWith('https:');
	const names = buildCookieNames(secure);
	const cookie = names.session_token;
	const providerCookie = secure ? '__Host-provider' : 'provider';
	const auth = openAuth({
		database,
		secret,
		productName,
		publicUrls,
		listSites,
		onError: (message) => onError(new Error(message)),
	});
	const people = openIdentify({ database, secret, cookie, onError, isOn });
	const mail = openMail(options.mail, onError);

	const whoseCode = async (request: FastifyRequest) => {
		if (request.caller?.session) return request.actor.id;
		const waiting = readSignedToken(readCookie(request, names.two_factor) ?? '', secret);
		if (waiting === undefined) return undefined;
		const row = await database.read
			.selectFrom('verifications')
			.select('value')
			.where('identifier', '=', hashOfToken(waiting))
			.executeTakeFirst();
		return row?.value;
	};

	const buildHeaders = (request: FastifyRequest) => {
		const headers = new Headers({
			'content-type': 'application/json',
			// better-auth checks the origin; `guard` has already checked the real one. A passkey belongs to the page's.
			origin: listSites().find((site) => site === request.headers.origin) ?? publicUrls[0],
			[ADDRESS_HEADER]: request.ip,
		});
		for (const name of ['cookie', 'user-agent'] as const) {
			const value = request.headers[name];
			if (value !== undefined) headers.set(name, value);
		}
		return headers;
	};

	const ask = (request: FastifyRequest, path: string, body?: unknown) =>
		auth.handler(
			new Request(new URL(`/api/auth${path}`, publicUrls[0]), {
				headers: buildHeaders(request),
				...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
			}),
		);

	const passCookies = (reply: FastifyReply, answer: Response) => {
		const cookies = answer.headers.getSetCookie();
		if (cookies.length > 0) reply.header('set-cookie', cookies);
	};

	return {
		database,
		auth,
		onError,
		mail,
		/** Encrypts stored answers that contain a secret, while an `Idempotency-Key` keeps them. */
		seal: openSeal(secret),
		/** Encrypts a secret as better-auth does. */
		encrypt: (data: string) => symmetricEncrypt({ key: secret, data }),
		identify: people.identify,
		identifyKey: people.identifyKey,
		contextOf: (...texts: string[]) => [productName, ...texts],
		productName,
		ask,
		whoseCode,
		passCookies,
		renewToken: async (trx: Trx, sessionId: string) => {
			const token = createToken();
			const { trusted_device } = await trx
				.updateTable('sessions')
				.set({ token_hash: hashOfToken(token), updated_at: new Date().toISOString() })
				.where('id', '=', sessionId)
				.returning('trusted_device')
				.executeTakeFirstOrThrow(() => new AppError('unauthenticated'));
			return { token, trusted: trusted_device };
		},
		sendToken: (reply: FastifyReply, session: { token: string; trusted: boolean }) => {
			const parts = [
				`${cookie}=${encodeURIComponent(signToken(session.token, secret))}`,
				...(session.trusted ? [`Max-Age=${TRUSTED_MS / 1_000}`] : []),
				...['Path=/', 'HttpOnly', ...(secure ? ['Secure'] : []), 'SameSite=Strict'],
			];
			reply.header('set-cookie', parts.join('; '));
		},
		/** Signs in with a password that was just set; `code_needed` if the second factor is still missing. */
		signIn: async (
			request: FastifyRequest,
			reply: FastifyReply,
			who: { email: string; password: string },
		) => {
			const answer = await ask(request, '/sign-in/email', { ...who, rememberMe: false });
			passCookies(reply, answer);
			const body: object = answer.ok ? ((await answer.json()) as object) : {};
			const code_needed = 'twoFactorRedirect' in body;
			return { signed_in: answer.ok && !code_needed, code_needed };
		},
		/** Signs in a person whom the identity provider identified; asks for their second factor unless it counts as both. */
		signInPerson: (
			request: FastifyRequest,
			body: { personId: string; trusted: boolean; bothFactors: boolean },
		) => auth.api.signInPerson({ headers: buildHeaders(request), body, asResponse: true }),
		/** The identity provider, with its settings; undefined without. */
		provider: options.oidc && openProvider(options.oidc, publicUrl),
		/** Fails with `forbidden` if people sign in with the identity provider only. */
		refusePasswords: () => {
			if (options.oidc?.only)
				throw new AppError(
					'forbidden',
					`Sign in with ${options.oidc.name}. Passwords are turned off.`,
				);
		},
		readProviderCookie: (request: FastifyRequest) => readCookie(request, providerCookie),
		/** Sets the cookie of a sign-in at the identity provider. Lax, because the provider's page leads back here. */
		sendProviderCookie: (reply: FastifyReply, value: string, seconds: number) => {
			const parts = [`${providerCookie}=${encodeURIComponent(value)}`, `Max-Age=${seconds}`];
			parts.push('Path=/', 'HttpOnly', ...(secure ? ['Secure'] : []), 'SameSite=Lax');
			reply.header('set-cookie', parts.join('; '));
		},
		/** Returns the address of a link. The secret is in the fragment, which reaches no server and no log. */
		linkUrl: (page: keyof typeof pages, token: string) => `${publicUrl()}${pages[page]}#${token}`,
		settled: people.close,
		close: async () => {
			await people.close();
			await mail.close();
		},
	};
};
