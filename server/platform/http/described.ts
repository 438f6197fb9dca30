import { toOperationNoun } from '#shared/contract/content/item-calls.ts';
import { resources } from '#shared/contract/content/resources.ts';
import { type Access, type AccessTable, findAccess } from './access.ts';
import { completeResponses, type DescribedRoute, type Response } from './described-answers.ts';
import { describeFields, describeParameter, type Json } from './described-fields.ts';
import { makeBodyExample, makeExample, makeParameterExample } from './examples.ts';

interface Operation {
	tags?: string[];
	operationId?: string;
	description?: string;
	parameters?: Json[];
	requestBody?: { content: Record<string, Json> };
	responses: Record<string, Response>;
	security?: Json[];
}

/** An OpenAPI document, as base from the routes. */
export interface Document {
	paths?: Record<string, Record<string, Operation>>;
	components?: { schemas?: Json; responses?: Json };
}

const requestHeader = (name: string, description: string): Json => ({
	in: 'header',
	name,
	description,
	required: false,
	schema: { type: 'string', maxLength: 255 },
});
const IF_MATCH = requestHeader(
	'If-Match',
	'The `ETag` of the version to change. Another version is answered with 412.',
);
const IDEMPOTENCY_KEY = requestHeader(
	'Idempotency-Key',
	'Repeating the request with the same key within a day returns the first response.',
);

const LEARNERS_LIMITS = 'An address may make 6,000 calls a minute, and a device 120 reads.';

const buildFallbackId = (path: string, method: string) =>
	method + toOperationNoun(path.replace(/^\/api|[{}]/g, ''));

const describeAccess = ({ permission, fresh }: Access) => {
	const again = fresh ? ' A session must have given the password within the last ten minutes.' : '';
	if (permission === 'public') return 'Needs no authentication.';
	if (permission === 'signed-in') return `Needs a session or an API key.${again}`;
	if (permission === 'device') return 'Needs the token of a device.';
	if (permission === 'self') return `Needs a session.${again}`;
	return `Needs the permission \`${permission}\`.${again}`;
};

/** Tags of calls whose group is not the first word of their address. */
const TAGS: Readonly<Record<string, string>> = {
	upload: 'files',
	uploads: 'files',
	settings: 'people',
	history: 'audit',
	bulk: 'operations',
	'deletion-impact': 'operations',
	site: 'sign-in',
	setup: 'sign-in',
	links: 'sign-in',
	'password-resets': 'sign-in',
	auth: 'sign-in',
	payments: 'transactions',
	receipts: 'transactions',
	decisions: 'transactions',
	statements: 'reconciliation',
	periods: 'reconciliation',
	v1: 'learners',
};

/** Tags of calls below a course, by the last of these words in the address. */
const COURSE_TAGS: Readonly<Record<string, string>> = {
	coverage: 'coverage',
	...Object.fromEntries(Object.entries(resources).map(([key, { slug }]) => [slug, key])),
};

const findTag = (path: string) => {
	const words = path.replace(/^\/api/, '').match(/(?<=\/)[\w-]+/g) ?? [];
	const [first = 'site'] = words;
	const last = words.findLast((word) => word in COURSE_TAGS) ?? '';
	return (first in COURSE_TAGS ? COURSE_TAGS[last] : TAGS[first]) ?? first;
};

interface Call {
	path: string;
	method: string;
	route: DescribedRoute;
	access: Access;
}

const complete = (base: Operation, call: Call, schemas: Json, shared: Json) => {
	const { path, method, route, access } = call;
	// Two methods of one route share the same objects.
	const operation = { operationId: buildFallbackId(path, method), tags: [findTag(path)], ...base };
	const { operationId } = operation;
	const described = (base.parameters ?? []).map((parameter) => {
		const example = makeParameterExample(parameter, path, operationId);
		return {
			description: describeParameter(String(parameter.name), path, operationId),
			...(example === undefined ? {} : { example }),
			...parameter,
		};
	});
	const { guarded, repeatable } = route.config?.call ?? {};
	const headers = [...(guarded ? [IF_MATCH] : []), ...(repeatable ? [IDEMPOTENCY_KEY] : [])];
	if (described.length + headers.length > 0) operation.parameters = [...described, ...headers];
	operation.description = [
		base.description,
		route.config?.learners && LEARNERS_LIMITS,
		describeAccess(access),
	]
		.filter(Boolean)
		.join(' ');
	const describe = (content: Record<string, Json> = {}, make: (schema: Json) => unknown) => {
		for (const media of Object.values(content)) {
			describeFields(media.schema, operationId);
			if (media.schema) media.example ??= make(media.schema as Json);
		}
	};
	describe(operation.requestBody?.content, (schema) =>
		makeBodyExample(schema, schemas, path, operationId),
	);
	for (const { content } of Object.values(base.responses))
		describe(content, (schema) => makeExample(schema, schemas, { holder: operationId }));
	operation.responses = completeResponses(base.responses, route, access, shared);
	return access.permission === 'public' ? { ...operation, security: [] } : operation;
};

/** Routes of plugins, such as the hooks, have their own authentication. */
const PUBLIC: Access = { permission: 'public', fresh: false };

/** Adds authentication, permissions, headers, operation ids and response descriptions to an OpenAPI document. */
export const completeDocument = (
	document: Document,
	routes: ReadonlyMap<string, DescribedRoute>,
	table: AccessTable,
	cookie: string,
): Document => {
	const schemas = document.components?.schemas ?? {};
	const responses: Json = {};
	for (const [name, schema] of Object.entries(schemas)) describeFields(schema, name);
	for (const [path, methods] of Object.entries(document.paths ?? {}))
		for (const [method, base] of Object.entries(methods)) {
			const url = path.replace(/\{(\w+)\}/g, ':$1');
			const access = findAccess(table, url, method.toUpperCase()) ?? PUBLIC;
			const route = routes.get(`${method.toUpperCase()} ${url}`) ?? { url, method };
			methods[method] = complete(base, { path, method, route, access }, schemas, responses);
		}
	return {
		...document,
		security: [{ key: [] }, { session: [] }],
		components: {
			...document.components,
			responses,
			securitySchemes: {
				key: { type: 'http', scheme: 'bearer', description: 'An API key.' },
				session: {
					type: 'apiKey',
					in: 'cookie',
					name: cookie,
					description:
						'The session of a browser. Changes also need the header `X-Requested-With: console`.',
				},
			},
		},
	} as Document;
};
