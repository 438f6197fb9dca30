import { type Access, type AccessTable, findAccess } from './access.ts';
import { type Json, makeExample } from './examples.ts';

interface Response {
	description?: string;
	content?: Record<string, Json>;
	headers?: Json;
}

interface Operation {
	tags?: string[];
	operationId?: string;
	description?: string;
	parameters?: Json[];
	requestBody?: { content: Record<string, Json> };
	responses: Record<string, Response>;
	security?: Json[];
}

/** An OpenAPI document, as generated from the routes. */
export interface Document {
	paths?: Record<string, Record<string, Operation>>;
	components?: { schemas?: Json };
}

const requestHeader = (name: string, description: string): Json => ({
	in: 'header',
	name,
	description,
	required: false,
	schema: { type: 'string', maxLength: 255 },
});
const REQUEST_HEADERS = [
	requestHeader(
		'If-Match',
		'The `ETag` of the version to change. Another version is answered with 412.',
	),
	requestHeader(
		'Idempotency-Key',
		'Repeating the request with the same key within a day returns the first response.',
	),
];

const describeHeader = (description: string, type = 'string') => ({
	description,
	schema: { type },
});
const REQUEST_ID = { 'X-Request-Id': describeHeader('The id of the request in the log.') };
const ETAG = { ETag: describeHeader('The version, for `If-Match` and `If-None-Match`.') };
const RETRY_AFTER = {
	'Retry-After': describeHeader('With 429 and 503: the seconds to wait.', 'integer'),
};

const SUCCESSES: Readonly<Record<string, string>> = {
	200: 'Success.',
	201: 'Created.',
	202: 'Accepted.',
};

const FAILURES = {
	'4XX': 'The request was refused. `code` and `error` say why.',
	'5XX': 'The server failed, or is too busy.',
};

/** Converts a label such as 'Exam set' to the noun of an operation id: 'ExamSet'. */
export const toOperationNoun = (label: string) =>
	label.replace(/(?:^|\W+)(\w)/g, (_, letter: string) => letter.toUpperCase());

const buildFallbackId = (path: string, method: string) =>
	method + toOperationNoun(path.replace(/^\/api|[{}]/g, ''));

const withExample = (content: Record<string, Json> | undefined, schemas: Json) => {
	for (const media of Object.values(content ?? {}))
		if (media.schema) media.example ??= makeExample(media.schema as Json, schemas);
};

const describeAccess = ({ permission, fresh }: Access) => {
	const again = fresh ? ' A session must have given the password within the last ten minutes.' : '';
	if (permission === 'public') return 'Needs no authentication.';
	if (permission === 'signed-in') return `Needs a session or an API key.${again}`;
	if (permission === 'device') return 'Needs the token of a device.';
	if (permission === 'self') return `Needs a session.${again}`;
	return `Needs the permission \`${permission}\`.${again}`;
};

const completeResponses = (responses: Operation['responses'], method: string, schemas: Json) => {
	const { default: failure, ...successes } = responses;
	const completed: Operation['responses'] = {};
	for (const [status, response] of Object.entries(successes)) {
		withExample(response.content, schemas);
		const isUndescribed = response.description === 'Default Response';
		completed[status] = {
			...response,
			description: (isUndescribed && SUCCESSES[status]) || response.description || 'Success.',
			headers: { ...(method === 'get' && ETAG), ...REQUEST_ID },
		};
	}
	const schema = { $ref: '#/components/schemas/Failure' };
	for (const [status, description] of Object.entries(FAILURES))
		completed[status] = {
			description,
			headers: { ...RETRY_AFTER, ...REQUEST_ID },
			...(failure && { content: { 'application/json': { schema } } }),
		};
	return completed;
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
};

const findTag = (path: string) => {
	const word = /^\/(?:api\/)?([\w-]+)/.exec(path)?.[1] ?? 'site';
	return TAGS[word] ?? word;
};

const complete = (
	known: Operation,
	path: string,
	method: string,
	access: Access,
	schemas: Json,
) => {
	// Two methods of one route share the same objects.
	const operation = { operationId: buildFallbackId(path, method), tags: [findTag(path)], ...known };
	const headers = REQUEST_HEADERS.filter(({ name }) => known.description?.includes(`\`${name}\``));
	if (headers.length > 0) operation.parameters = [...(operation.parameters ?? []), ...headers];
	operation.description = [known.description, describeAccess(access)].filter(Boolean).join(' ');
	withExample(operation.requestBody?.content, schemas);
	operation.responses = completeResponses(known.responses, method, schemas);
	return access.permission === 'public' ? { ...operation, security: [] } : operation;
};

/** Routes of plugins, such as the hooks, have their own authentication. */
const PUBLIC: Access = { permission: 'public', fresh: false };

/** Adds authentication, permissions, headers, operation ids and response descriptions to an OpenAPI document. */
export const completeDocument = (
	document: Document,
	table: AccessTable,
	cookie: string,
): Document => {
	const schemas = document.components?.schemas ?? {};
	for (const [path, methods] of Object.entries(document.paths ?? {}))
		for (const [method, known] of Object.entries(methods)) {
			const url = path.replace(/\{(\w+)\}/g, ':$1');
			const access = findAccess(table, url, method.toUpperCase()) ?? PUBLIC;
			methods[method] = complete(known, path, method, access, schemas);
		}
	return {
		...document,
		security: [{ key: [] }, { session: [] }],
		components: {
			...document.components,
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
