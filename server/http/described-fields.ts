import descriptions from '#shared/contract/descriptions.json' with { type: 'json' };
import type { Json } from './examples.ts';

const fields: Readonly<Record<string, string>> = descriptions.fields;
const parameters: Readonly<Record<string, string>> = descriptions.parameters;

/** Variants of a component, whose fields mean the same. */
const VARIANT = /(Create|Update|Beginning|InCourse|WithEvidence|Summary|Brief|Detail)?(Input)?$/;

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
	const base = holder.replace(VARIANT, '');
	for (const [name, field] of Object.entries(properties as Record<string, Json>)) {
		const found =
			fields[`${holder.replace(/Input$/, '')}.${name}`] ??
			fields[`${base}.${name}`] ??
			fields[name];
		if (found !== undefined && !isDescribed(field)) field.description = found;
		describeFields(field, name);
	}
	for (const part of [items, additionalProperties, anyOf, oneOf, allOf])
		describeFields(part, holder);
};

/** Returns the description of a parameter of a call without one of its own. */
export const describeParameter = (name: string, path: string, operationId: string) => {
	const before = path.split(`/{${name}}`)[0]?.split('/').at(-1);
	return (
		parameters[`${operationId}.${name}`] ?? parameters[`${before}.${name}`] ?? parameters[name]
	);
};
