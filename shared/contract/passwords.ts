import { openapi, z } from '../zod.ts';
import { codePoints, requiredOr } from './fields.ts';

export const PASSWORD_MIN = 12;
const PASSWORD_MAX = 128;

/** Normalizes a password to NFC, as it is hashed. */
export const normalPassword = (text: string) => text.normalize('NFC');

/** Makes the schema of a new password. The server also refuses those that are easily guessed. */
export const newPassword = (label = 'Password') =>
	z
		.string(requiredOr(`${label} is required`, `${label} must be text`))
		.check(
			z.overwrite(normalPassword),
			z.refine((text) => text !== '', { error: `${label} is required`, abort: true }),
			z.refine(
				(text) => codePoints(text) >= PASSWORD_MIN,
				`${label} must be at least ${PASSWORD_MIN} characters`,
			),
			z.refine(
				(text) => codePoints(text) <= PASSWORD_MAX,
				`${label} must be at most ${PASSWORD_MAX} characters`,
			),
		)
		.register(openapi, {
			format: 'password',
			minLength: PASSWORD_MIN,
			maxLength: PASSWORD_MAX,
		});

/** Makes the schema of an existing password, which is only compared. */
export const knownPassword = (label = 'Password') =>
	z
		.string(`${label} is required`)
		.check(
			z.overwrite(normalPassword),
			z.refine((text) => text !== '', { error: `${label} is required`, abort: true }),
			z.refine((text) => codePoints(text) <= 1_000, `${label} is too long`),
		)
		.register(openapi, { format: 'password' });
