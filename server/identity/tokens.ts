import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns a new secret of 256 bits, as 43 characters of base64url. */
export const createToken = () => randomBytes(32).toString('base64url');

/** Returns the hash under which a secret is stored. */
export const hashOfToken = (token: string) =>
	createHash('sha256').update(token).digest('base64url');

/** Returns a cookie's value in better-auth's format: the token, a dot, and its signature in base64. */
export const signToken = (token: string, secret: string) =>
	`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;

/** Returns the token of a signed cookie; undefined if the signature is wrong. */
export const readSignedToken = (value: string, secret: string) => {
	const dot = value.lastIndexOf('.');
	if (dot < 1) return undefined;
	const token = value.slice(0, dot);
	const [given, ours] = [Buffer.from(value), Buffer.from(signToken(token, secret))];
	return given.length === ours.length && timingSafeEqual(given, ours) ? token : undefined;
};
