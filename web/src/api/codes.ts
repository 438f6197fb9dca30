import { z } from '#shared/zod.ts';

/** A code of an authenticator app: six digits, as RFC 6238 apps show them. */
export const oneTimeCode = z.object({
	code: z.string().check(z.regex(/^\d{6}$/, 'The code has six digits')),
});

/** One of the codes that help when the app is lost. */
export const recoveryCode = z.object({
	code: z.string().check(z.minLength(1, 'Recovery code is required')),
});

/** What was typed without the blanks that people and apps put between groups. */
export const withoutBlanks = ({ code = '' }: { code?: string }) => ({
	code: code.replace(/\s/g, ''),
});
