import { openapi, z } from '../../zod.ts';
import { countCodePoints, makeRequiredErrors } from './fields.ts';

export const PASSWORD_MIN = 12;
const PASSWORD_MAX = 128;

/** Normalizes a password to NFC, as it is hashed. */
export const normalizePassword = (text: string) => text.normalize('NFC');

/** Makes the schema of a new password. The server also refuses those that are easily guessed. */
export const newPassword = (label = 'Password') =>
	z
		.string(makeRequiredErrors(`${label} is required`, `${label} must be text`))
		.check(
			z.overwrite(normalizePassword),
			z.refine((text) => text !== '', { error: `${label} is required`, abort: true }),
			z.refine(
				(text) => countCodePoints(text) >= PASSWORD_MIN,
				`${label} must be at least ${PASSWORD_MIN} characters`,
			),
			z.refine(
				(text) => countCodePoints(text) <= PASSWORD_MAX,
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
			z.overwrite(normalizePassword),
			z.refine((text) => text !== '', { error: `${label} is required`, abort: true }),
			z.refine((text) => countCodePoints(text) <= 1_000, `${label} is too long`),
		)
		.register(openapi, { format: 'password' });
