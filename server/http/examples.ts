import { fromJSONSchema } from 'zod';
import { fieldExamples } from '#shared/contract/examples.ts';

/** A JSON object in an OpenAPI document. */
export interface Json {
	[name: string]: unknown;
}

const FORMATS: Readonly<Record<string, string>> = {
	'date-time': '2026-01-01T06:00:12.000Z',
	date: '2026-01-01',
	email: 'jane@example.org',
	uuid: '019b7810-9f40-7c3e-8a15-3d2f6c1b0e77',
	'uri-reference': '/files/example.pdf',
};

const fits = (schema: Json, value: unknown) => {
	try {
		return fromJSONSchema(schema as never).safeParse(value).success;
	} catch {
		return false;
	}
};

const scalarOf = (schema: Json) => {
	// A nullable type is a list of two types.
	const [type] = [schema.type].flat();
	if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
	if (type === 'boolean') return true;
	if (type === 'null') return null;
	return FORMATS[String(schema.format)] ?? 'text'.padEnd(Number(schema.minLength ?? 0), ' text');
};

/** Returns a value that a schema allows, with the examples for the names of its fields. */
export const exampleOf = (schema: Json, schemas: Json, name = ''): unknown => {
	if ('const' in schema) return schema.const;
	if (Array.isArray(schema.examples)) return schema.examples[0];
	if (typeof schema.$ref === 'string')
		return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] as Json, schemas, name);
	const known = fieldExamples[name];
	if (known !== undefined && typeof known !== 'object' && fits(schema, known)) return known;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	const [first] = ((schema.anyOf ?? schema.oneOf) as Json[] | undefined) ?? [];
	if (first) return exampleOf(first, schemas, name);
	if (Array.isArray(schema.allOf))
		return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part as Json, schemas)));
	if (schema.type === 'array') return [exampleOf((schema.items ?? {}) as Json, schemas, name)];
	if (schema.type !== 'object') return scalarOf(schema);
	const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
	return Object.fromEntries(properties.map(([key, part]) => [key, exampleOf(part, schemas, key)]));
};
