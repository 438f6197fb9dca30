import { APIError, BASE_ERROR_CODES } from '@better-auth/core/error';
import { createAuthMiddleware } from 'better-auth/api';
import type { Database } from '../db/database.ts';
import { TRUSTED_MS, UNTRUSTED_MS } from './sessions.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** A session of a person who may have one: how long, and by a token of 256 bits. */
export const shapeSession = async (
	{ read }: Database,
	session: Record<string, unknown> & { userId: string; expiresAt: Date },
) => {
	const person = await read
		.selectFrom('people')
		.select('id')
		.where('id', '=', session.userId)
		.where('disabled_at', 'is', null)
		.where('joined_at', 'is not', null)
		.executeTakeFirst();
	// In the words of a wrong password: who is disabled is nobody here.
	if (!person) throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD);
	const now = Date.now();
	// One that replaces another is as trusted as that; of a new one better-auth's own expiry tells.
	const trusted =
		typeof session.trusted === 'boolean'
			? session.trusted
			: session.expiresAt.getTime() - now > 2 * UNTRUSTED_MS + 60_000;
	return {
		data: {
			...session,
			token: newToken(),
			trusted,
			expiresAt: new Date(now + (trusted ? TRUSTED_MS : UNTRUSTED_MS)),
			lastSeenAt: new Date(now),
			confirmedAt: new Date(now),
		},
	};
};

/** Whether somebody has come in by this code before. Asked before better-auth looks, which ends a sign-in over it. */
export const isSpent = async ({ read }: Database, personId: string, code: string) =>
	(await read
		.selectFrom('spent_codes')
		.select('code')
		.where('person_id', '=', personId)
		.where('code', '=', code)
		.executeTakeFirst()) !== undefined;

/** Takes a code of a second factor for good: it lives half a minute, and is for one use. */
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

/** A set of recovery codes of 120 bits each, in groups that a person can copy. */
export const newRecoveryCodes = () =>
	Array.from({ length: CODES }, () => {
		const letters = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
			ALPHABET.charAt(byte & 31),
		).join('');
		return letters.match(/.{6}/g)?.join('-') ?? letters;
	});

const TAG = 'sha256:';
const hashed = (code: string) => `${TAG}${hashOfToken(code)}`;
// What is left of a set comes back to be stored, hashed already.
const stored = (codes: string[]) =>
	JSON.stringify(codes.map((code) => (code.startsWith(TAG) ? code : hashed(code))));

/** Stores recovery codes as hashes through better-auth's cipher functions; `presented` hashes the typed code. */
export const hashedCodes = {
	encrypt: async (json: string) => stored(JSON.parse(json) as string[]),
	decrypt: async (set: string) => set,
};

/** Hashes the code that somebody presents, whatever it looks like: also a stored hash opens nothing. */
export const presented = createAuthMiddleware(async (context) => {
	if (context.path !== '/two-factor/verify-backup-code') return;
	return {
		context: { body: { ...context.body, code: hashed(String(context.body?.code)) } },
	};
});
