import { z } from '#shared/zod.ts';

/** A code of an authenticator app: six digits, as RFC 6238 apps show them. */
export const oneTimeCode = z.object({
	code: z.string().check(z.regex(/^\d{6}$/, 'The code has six digits')),
});

/** Schema of a recovery code. */
export const recoveryCode = z.object({
	code: z.string().check(z.minLength(1, 'Recovery code is required')),
});

/** Removes the spaces between groups of digits. */
export const withoutBlanks = ({ code = '' }: { code?: string }) => ({
	code: code.replace(/\s/g, ''),
});
