import { createHash } from 'node:crypto';
import { fromJSONSchema } from 'zod';
import descriptions from '#shared/contract/platform/descriptions.json' with { type: 'json' };
import { findByPlace, findWordBefore, type Json, toBase } from './described-fields.ts';

const examples: Readonly<Record<string, unknown>> = descriptions.examples;
/** Fields that exclude other fields of their input. */
const omitted = new Set(descriptions.omitted);

const FORMATS: Readonly<Record<string, string>> = {
	'date-time': '2026-01-01T06:00:12.000Z',
	date: '2026-01-01',
	email: 'jane@example.org',
	'uri-reference': '/files/example.pdf',
};

const SINGULARS: Readonly<Record<string, string>> = {
	people: 'person',
	paper: 'pastpaper',
	reconciliationline: 'line',
	takenstatement: 'statement',
};

/** Returns the kind of item that an id names: `courses`, `course_id` and `Course.id` name a course. */
const toNoun = (name: string, holder: string) => {
	const noun = /^ids?$/.test(name) ? toBase(holder) : name.replace(/_?ids?$/i, '');
	const word = noun.replace(/_/g, '').toLowerCase();
	return SINGULARS[word] ?? word.replace(/s$/, '');
};

/** Returns the id of the same example item wherever it is named; ids of different kinds differ. */
export const makeExampleId = (name: string, holder: string) => {
	const hex = createHash('sha256').update(toNoun(name, holder)).digest('hex');
	return `019b7810-9f40-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
};

const isAllowed = (schema: Json, value: unknown) => {
	try {
		return fromJSONSchema(schema as never).safeParse(value).success;
	} catch {
		return false;
	}
};

const makeScalar = (schema: Json) => {
	// A nullable type is a list of two types.
	const [type] = [schema.type].flat();
	if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
	if (type === 'boolean') return true;
	if (type === 'null') return null;
	return FORMATS[String(schema.format)] ?? 'text'.padEnd(Number(schema.minLength ?? 0), ' text');
};

const isId = (schema: Json, name: string) =>
	schema.format === 'uuid' || /(^|_)ids?$|[a-z]Id$/.test(name);

/** Returns the example of a field by its name, if the schema allows it. */
const findExample = (schema: Json, name: string, holder: string) => {
	const known = findByPlace(examples, holder, name);
	if (known !== undefined && isAllowed(schema, known)) return known;
	const id = makeExampleId(name, holder);
	return isId(schema, name) && schema.type !== 'object' && isAllowed(schema, id) ? id : undefined;
};

interface Place {
	name?: string;
	/** The component, field or call that holds the field `name`. */
	holder?: string;
	/** The holder of the fields inside. */
	inside?: string;
}

/** Returns a value that a schema allows, with examples for the names of its fields. */
export const makeExample = (schema: Json, schemas: Json, place: Place): unknown => {
	const { name = '', holder = '', inside = name || holder } = place;
	if ('const' in schema) return schema.const;
	if (Array.isArray(schema.examples)) return schema.examples[0];
	if (typeof schema.$ref === 'string') {
		const component = schema.$ref.split('/').at(-1) ?? '';
		return makeExample(schemas[component] as Json, schemas, { ...place, inside: component });
	}
	const known = findExample(schema, name, holder);
	if (known !== undefined) return known;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	const [first] = ((schema.anyOf ?? schema.oneOf) as Json[] | undefined) ?? [];
	if (first) return makeExample(first, schemas, place);
	if (Array.isArray(schema.allOf))
		return Object.assign(
			{},
			...schema.allOf.map((part) => makeExample(part as Json, schemas, place)),
		);
	if (schema.type === 'array') return [makeExample((schema.items ?? {}) as Json, schemas, place)];
	if (schema.type !== 'object') return makeScalar(schema);
	const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
	return Object.fromEntries(
		properties
			.filter(([key]) => !omitted.has(`${inside.replace(/Input$/, '')}.${key}`))
			.map(([key, part]) => [key, makeExample(part, schemas, { name: key, holder: inside })]),
	);
};

/** Calls whose ids are those of the items that the word before names. */
const LISTED = /\/(\w+)\/(?:order|remove|assignments)$/;

/** Returns an example of the body of a call. */
export const makeBodyExample = (schema: Json, schemas: Json, path: string, operationId: string) => {
	const example = examples[operationId] ?? makeExample(schema, schemas, { holder: operationId });
	const [, listed] = LISTED.exec(path) ?? [];
	return listed !== undefined && 'ids' in (example as Json)
		? { ...(example as Json), ids: [makeExampleId('id', listed)] }
		: example;
};

/** Returns an example of a parameter; undefined for an optional one that its call does not need. */
export const makeParameterExample = ({ name, required }: Json, path: string, call: string) => {
	const own = examples[`${call}.${name}`];
	if (own !== undefined || !required) return own;
	const word = findWordBefore(path, String(name));
	const holder = word.startsWith('{') ? 'courses' : word;
	const known = findByPlace(examples, holder, String(name));
	// Addresses are text, also where the id of an item is a number.
	return known === undefined ? makeExampleId(String(name), holder) : String(known);
};
