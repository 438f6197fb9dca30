import { describeAs, z } from '../../zod.ts';
import { makeRequiredErrors } from './fields.ts';

/** Returns the names of a record with at least one name. */
export const listNames = <Name extends string>(words: Readonly<Record<Name, unknown>>) =>
	Object.keys(words) as [Name, ...Name[]];

/** Makes the schema of one of these names. `required` is the message for a missing value, if it differs. */
export const among = <const Name extends string>(
	label: string,
	names: readonly Name[],
	required?: string,
) => {
	const wrong = `${label} must be one of ${names.join(', ')}`;
	return z.enum(names, required === undefined ? wrong : makeRequiredErrors(required, wrong));
};

/** Makes the schema of one of a few names, which the error message joins by 'or'. */
export const oneOf = <const Name extends string>(label: string, names: readonly Name[]) =>
	z.enum(names, `${label} must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);

/** Makes the schema of an optional `true` or `false` in a query. */
export const trueOrFalse = (label: string) =>
	z.optional(z.enum(['true', 'false'], `${label} must be true or false`));

/** Makes an object schema with the same schema for each name. */
export const ofEach = <const Name extends string, Schema extends z.ZodMiniType>(
	names: readonly Name[],
	schema: () => Schema,
) => z.object(Object.fromEntries(names.map((name) => [name, schema()])) as Record<Name, Schema>);

/** Makes the schema of comma-separated texts in a query. */
export const separated = (label: string, most: number, wrong = `${label} must be text`) =>
	describeAs(
		z
			.string(wrong)
			.check(
				z.refine((texts) => texts.split(',').length <= most, `${label} must be at most ${most}`),
			),
		`Comma-separated, at most ${most}.`,
	);
