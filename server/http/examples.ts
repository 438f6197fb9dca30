import { fromJSONSchema } from 'zod';

/** Example values of fields by name, for OpenAPI schemas whose type says little. */
const fieldExamples: Readonly<Record<string, unknown>> = {
	account: '200000008',
	account_reference: 'KNEC-2026',
	amount: 1500,
	at: '2026-01-01T06:00:12.000Z',
	category_id: 'cat_diploma',
	checkout_request_id: 'ws_CO_010120260900000712345678',
	codes: '2521/303',
	course_name: 'Diploma in Electrical Engineering',
	created_at: '2026-01-01T06:00:12.000Z',
	days: 365,
	description: 'Paper 1',
	email: 'jane@example.org',
	end_date: '2026-02-01',
	error: 'Name is required',
	code: 'invalid',
	id: '019b7810-9f40-7c3e-8a15-3d2f6c1b0e77',
	merchant_request_id: '10001-20002-1',
	month: '2026-01',
	months: 1,
	mpesa_receipt_number: 'UA14ABCD5E',
	name: 'Electrical Installation',
	order_num: 1,
	password: 'four words make a phrase',
	paybill: '174379',
	current_password: 'four words make a phrase',
	new_password: 'other words make another phrase',
	phone_number: '254712345678',
	receipt: 'UA14ABCD5E',
	result_code: 0,
	result_desc: 'The service request is processed successfully.',
	series: 'july',
	sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
	size: 48_213,
	source: 'KNEC, with permission of 3 May 2026',
	start: 'ufundi_Zy',
	start_date: '2026-01-01',
	subject_id: '019b7810-9f40-7c3e-8a15-3d2f6c1b0e78',
	subject_name: 'Electrical Installation',
	token: 'Vn0nZ6qW3mB8sT1cX5rK9yD2hF7jL4pQ6uG0aE3iR8o',
	topicUrl: 'https://example.org/ohms-law.pdf',
	transaction_id: '019b7810-9f40-7c3e-8a15-3d2f6c1b0e79',
	type: 'application/pdf',
	updated_at: '2026-01-01T06:00:12.000Z',
	url: 'https://example.org/paper-1.pdf',
	words: 'Paid.',
	year: 2026,
};

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

/** Returns a value that a schema allows, with the examples for the names of its fields. */
export const makeExample = (schema: Json, schemas: Json, name = ''): unknown => {
	if ('const' in schema) return schema.const;
	if (Array.isArray(schema.examples)) return schema.examples[0];
	if (typeof schema.$ref === 'string')
		return makeExample(schemas[schema.$ref.split('/').at(-1) ?? ''] as Json, schemas, name);
	const known = fieldExamples[name];
	if (known !== undefined && typeof known !== 'object' && isAllowed(schema, known)) return known;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	const [first] = ((schema.anyOf ?? schema.oneOf) as Json[] | undefined) ?? [];
	if (first) return makeExample(first, schemas, name);
	if (Array.isArray(schema.allOf))
		return Object.assign({}, ...schema.allOf.map((part) => makeExample(part as Json, schemas)));
	if (schema.type === 'array') return [makeExample((schema.items ?? {}) as Json, schemas, name)];
	if (schema.type !== 'object') return makeScalar(schema);
	const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
	return Object.fromEntries(
		properties.map(([key, part]) => [key, makeExample(part, schemas, key)]),
	);
};
