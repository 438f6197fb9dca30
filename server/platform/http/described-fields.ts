import { resources } from '#shared/contract/content/resources.ts';
import descriptions from '#shared/contract/platform/descriptions.json' with { type: 'json' };

/** A JSON object in an OpenAPI document. */
export interface Json {
	[name: string]: unknown;
}

/** Descriptions of the counts of each kind of content. */
const counts = Object.fromEntries(
	Object.values(resources).flatMap(({ slug, param, plural }) =>
		[slug, param.replace(/Id$/, 'Count')].map((name) => [
			name,
			`Number of ${plural.toLowerCase()}.`,
		]),
	),
);
const fields: Readonly<Record<string, string>> = { ...counts, ...descriptions.fields };
const parameters: Readonly<Record<string, string>> = descriptions.parameters;

/** Variants of a component, whose fields mean the same. */
const VARIANT = /(Create|Update|Beginning|InCourse|WithEvidence|Summary|Brief|Detail)$/;

/** Returns the name of a component without the name of its variant. */
export const toBase = (component: string) => component.replace(/Input$/, '').replace(VARIANT, '');

/** Finds a field in a table by `Component.name`, by the component without its variant, or by its name alone. */
export const findByPlace = <Value>(
	table: Readonly<Record<string, Value>>,
	holder: string,
	name: string,
) =>
	table[`${holder.replace(/Input$/, '')}.${name}`] ??
	table[`${toBase(holder)}.${name}`] ??
	table[name];

const isDescribed = (schema: Json): boolean => {
	if (typeof schema.description === 'string') return true;
	const parts = [schema.anyOf, schema.oneOf, schema.allOf] as (Json[] | undefined)[];
	return parts.some((some) => some?.some(isDescribed));
};

/** Adds descriptions to the fields of a schema that have none; `holder` is its component, field or call. */
export const describeFields = (schema: unknown, holder: string): void => {
	if (Array.isArray(schema)) for (const part of schema) describeFields(part, holder);
	if (schema === null || typeof schema !== 'object') return;
	const { properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema as Json;
	for (const [name, field] of Object.entries(properties as Record<string, Json>)) {
		const found = findByPlace(fields, holder, name);
		if (found !== undefined && !isDescribed(field)) field.description = found;
		describeFields(field, name);
	}
	for (const part of [items, additionalProperties, anyOf, oneOf, allOf])
		describeFields(part, holder);
};

/** Returns the word of a path before a parameter. */
export const findWordBefore = (path: string, name: string) =>
	path.split(`/{${name}}`)[0]?.split('/').at(-1) ?? '';

/** Returns the description of a parameter of a call without one of its own. */
export const describeParameter = (name: string, path: string, operationId: string) => {
	const word = findWordBefore(path, name);
	const known = parameters[`${operationId}.${name}`] ?? findByPlace(parameters, word, name);
	if (known !== undefined || !/^id$|Id$/.test(name)) return known;
	const item = name === 'id' ? word.replace(/s$/, '') : name.replace(/Id$/, '');
	return `The id of the ${item.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}.`;
};
