import { APIError, BASE_ERROR_CODES } from '@better-auth/core/error';
import { createAuthMiddleware } from 'better-auth/api';
import type { Database } from '../db/database.ts';
import { TRUSTED_MS, UNTRUSTED_MS } from './sessions.ts';
import { createToken, hashOfToken } from './tokens.ts';
import { PASSKEY_SIGN_IN } from './ways-in.ts';

/**
 * Returns the data of a new session with its lifetime and a token of 256 bits. Throws for people who may not sign in.
 */
export const shapeSession = async (
	{ read }: Database,
	session: Record<string, unknown> & { userId: string; expiresAt: Date },
	path?: string,
) => {
	const person = await read
		.selectFrom('people')
		.select('disabled_at')
		.where('id', '=', session.userId)
		.where('joined_at', 'is not', null)
		.executeTakeFirst();
	// Reached with the right password only, so that no one else learns that the account exists.
	if (person?.disabled_at)
		throw APIError.from('FORBIDDEN', {
			code: 'ACCOUNT_DISABLED',
			message: 'Your account is disabled. Ask an administrator.',
		});
	if (!person) throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD);
	const now = Date.now();
	const isPasskey = path === PASSKEY_SIGN_IN;
	// A replaced session passes on its trust; for a new one, better-auth's own expiry shows it.
	const trusted =
		typeof session.trusted === 'boolean'
			? session.trusted
			: !isPasskey && session.expiresAt.getTime() - now > 2 * UNTRUSTED_MS + 60_000;
	return {
		data: {
			...session,
			token: createToken(),
			trusted,
			...(isPasskey && { bothFactors: true }),
			expiresAt: new Date(now + (trusted ? TRUSTED_MS : UNTRUSTED_MS)),
			lastSeenAt: new Date(now),
			confirmedAt: new Date(now),
		},
	};
};

/** Returns whether a person has already used this code. Called before better-auth, which would end the sign-in. */
export const isSpent = async ({ read }: Database, personId: string, code: string) =>
	(await read
		.selectFrom('spent_codes')
		.select('code')
		.where('person_id', '=', personId)
		.where('code', '=', code)
		.executeTakeFirst()) !== undefined;

/** Marks a code of a second factor as used. It is valid for half a minute and one use. */
export const spendCode = async (database: Database, personId: string, code: string) => {
	const first = await database.write((trx) =>
		trx
			.insertInto('spent_codes')
			.values({ person_id: personId, code, at: new Date().toISOString() })
			.onConflict((conflict) => conflict.doNothing())
			.returning('code')
			.executeTakeFirst(),
	);
	if (!first)
		throw APIError.from('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' });
};

const CODES = 10;
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns a set of recovery codes of 120 bits each, in groups that are easy to copy. */
export const createRecoveryCodes = () =>
	Array.from({ length: CODES }, () => {
		const letters = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
			ALPHABET.charAt(byte & 31),
		).join('');
		return letters.match(/.{6}/g)?.join('-') ?? letters;
	});

const TAG = 'sha256:';
const hashCode = (code: string) => `${TAG}${hashOfToken(code)}`;
// better-auth stores the rest of a set again; its codes are already hashes.
const hashCodes = (codes: string[]) =>
	JSON.stringify(codes.map((code) => (code.startsWith(TAG) ? code : hashCode(code))));

/**
 * Stores recovery codes as hashes through better-auth's cipher functions; `hashPresentedCode` hashes the typed code.
 */
export const hashedCodes = {
	encrypt: async (json: string) => hashCodes(JSON.parse(json) as string[]),
	decrypt: async (set: string) => set,
};

/** Hashes a typed code in any form, so that a stolen stored hash is not accepted as a code. */
export const hashPresentedCode = createAuthMiddleware(async (context) => {
	if (context.path !== '/two-factor/verify-backup-code') return;
	return {
		context: { body: { ...context.body, code: hashCode(String(context.body?.code)) } },
	};
});
