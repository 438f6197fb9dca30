import { createAuthMiddleware } from 'better-auth/api';
import { hashOfToken } from './tokens.ts';

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
