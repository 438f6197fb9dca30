import { described, z } from '../zod.ts';
import { requiredOr } from './fields.ts';

/** The names of a record, of which there is at least one. */
export const namesOf = <Name extends string>(words: Readonly<Record<Name, unknown>>) =>
	Object.keys(words) as [Name, ...Name[]];

/** One of these names; `required` is the message for nothing at all, where that has one of its own. */
export const among = <const Name extends string>(
	label: string,
	names: readonly Name[],
	required?: string,
) => {
	const wrong = `${label} must be one of ${names.join(', ')}`;
	return z.enum(names, required === undefined ? wrong : requiredOr(required, wrong));
};

/** One of a few names, which the sentence joins by 'or'. */
export const oneOf = <const Name extends string>(label: string, names: readonly Name[]) =>
	z.enum(names, `${label} must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);

/** A switch as it stands in an address, or not at all. */
export const trueOrFalse = (label: string) =>
	z.optional(z.enum(['true', 'false'], `${label} must be true or false`));

/** An object with the same under each of these names. */
export const ofEach = <const Name extends string, Schema extends z.ZodMiniType>(
	names: readonly Name[],
	schema: () => Schema,
) => z.object(Object.fromEntries(names.map((name) => [name, schema()])) as Record<Name, Schema>);

/** Texts with commas between them, as they stand in an address. */
export const separated = (label: string, most: number, wrong = `${label} must be text`) =>
	described(
		z
			.string(wrong)
			.check(
				z.refine((texts) => texts.split(',').length <= most, `${label} must be at most ${most}`),
			),
		`Separated by commas, at most ${most}.`,
	);
