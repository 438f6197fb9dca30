import { z } from '#shared/zod.ts';

/** Schema of a code of an authenticator app: six digits, as in RFC 6238 apps. */
export const oneTimeCode = z.object({
	code: z.string().check(z.regex(/^\d{6}$/, 'The code has six digits')),
});

/** Schema of a recovery code. */
export const recoveryCode = z.object({
	code: z.string().check(z.minLength(1, 'Recovery code is required')),
});

/** Removes the spaces between groups of digits. */
export const removeBlanks = ({ code = '' }: { code?: string }) => ({
	code: code.replace(/\s/g, ''),
});
