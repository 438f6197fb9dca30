import type { FastifyRequest } from 'fastify';
import { permissionsOf } from '#shared/contract/access.ts';
import type { Database } from '../db/database.ts';
import type { Identify } from '../http/guard.ts';
import { findKey, touchKey } from './keys.ts';
import { findSession, touchSession } from './sessions.ts';
import { readSignedToken } from './tokens.ts';

export interface IdentifyOptions {
	database: Database;
	secret: string;
	cookie: string;
	onError: (error: unknown) => void;
}

/** Returns a cookie of a request, decoded; undefined if it is missing or malformed. */
export const cookieOf = (request: FastifyRequest, name: string) => {
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
export const openIdentify = ({ database, secret, cookie, onError }: IdentifyOptions) => {
	const findPerson = async (cookieValue: string): Promise<Found | undefined> => {
		const token = readSignedToken(cookieValue, secret);
		const session = token === undefined ? undefined : await findSession(database, token);
		if (!session) return undefined;
		const { person_id, name, role } = session;
		const caller = {
			actor: { kind: 'person' as const, id: person_id, name, role },
			may: new Set(permissionsOf(role)),
			factorMissing: session.factorRequired && !session.two_factor_enabled,
			session: { id: session.id, confirmedAt: Date.parse(session.confirmed_at) },
		};
		return { caller, touch: () => touchSession(database, session) };
	};
	const findProgram = async (given: string): Promise<Found | undefined> => {
		const key = await findKey(database, given);
		if (!key) return undefined;
		const caller = {
			actor: { kind: 'program' as const, id: key.id, name: key.name ?? key.id, role: key.role },
			may: new Set(permissionsOf(key.role, 'program')),
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
		const found = await lookup;
		const note = found?.touch();
		if (note) later(note);
		return found?.caller;
	};

	const identify: Identify = (request) => {
		const { authorization } = request.headers;
		if (authorization !== undefined) {
			const key = BEARER.exec(authorization)?.[1];
			return key === undefined ? NO_CALLER : seen(findProgram(key));
		}
		const value = cookieOf(request, cookie);
		return value === undefined ? NO_CALLER : seen(findPerson(value));
	};

	return {
		identify,
		close: async () => {
			await Promise.all(touching);
		},
	};
};
