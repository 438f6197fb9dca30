import { type AccessTable, accessOf } from './access.ts';
import { exampleOf, type Json } from './examples.ts';

interface Operation {
	operationId?: string;
	description?: string;
	parameters?: Json[];
	requestBody?: { content: Record<string, Json> };
	responses: Record<string, { description?: string; content?: Record<string, Json> }>;
	security?: Json[];
}

/** A document as it is made from the routes. */
export interface Document {
	paths?: Record<string, Record<string, Operation>>;
	components?: { schemas?: Json };
}

const header = (name: string, description: string): Json => ({
	in: 'header',
	name,
	description,
	required: false,
	schema: { type: 'string', maxLength: 255 },
});
/** Those that a call honours whose description speaks of them. */
const HEADERS = [
	header('If-Match', 'The `ETag` of the version to change; any other is answered with 412.'),
	header(
		'Idempotency-Key',
		'The same request with it again within a day gets the first answer again.',
	),
];

/** An id such as `people.personId.delete` where a route has none of its own. */
const idOf = (path: string, method: string) =>
	[...path.replace(/^\/(api\/)?/, (start) => (start === '/' ? 'site/' : '')).split('/'), method]
		.map((part) => part.replace(/[{}]/g, ''))
		.join('.');

const withExample = (content: Record<string, Json> | undefined, schemas: Json) => {
	for (const media of Object.values(content ?? {}))
		if (media.schema) media.example ??= exampleOf(media.schema as Json, schemas);
};

const complete = (known: Operation, path: string, method: string, schemas: Json) => {
	// Two methods of one route come with the same objects.
	const operation = { operationId: idOf(path, method), ...known };
	const { responses } = operation;
	const headers = HEADERS.filter(({ name }) => known.description?.includes(`\`${name}\``));
	if (headers.length > 0) operation.parameters = [...(operation.parameters ?? []), ...headers];
	responses['4XX'] = responses.default ?? { description: 'The reason for the refusal.' };
	withExample(operation.requestBody?.content, schemas);
	for (const [status, { content }] of Object.entries(responses))
		if (/^2/.test(status)) withExample(content, schemas);
	return operation;
};

/**
 * Adds to a document what the schemas of the routes do not say: how one says who one is, and where nobody
 * has to, the headers that calls honour, ids, and an example of what goes in and comes out.
 */
export const described = (document: Document, table: AccessTable, cookie: string): Document => {
	const schemas = document.components?.schemas ?? {};
	for (const [path, methods] of Object.entries(document.paths ?? {}))
		for (const [method, known] of Object.entries(methods)) {
			const url = path.replace(/\{(\w+)\}/g, ':$1');
			const isOpen = accessOf(table, url, method.toUpperCase())?.permission === 'public';
			const operation = complete(known, path, method, schemas);
			methods[method] = isOpen ? { ...operation, security: [] } : operation;
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
						'The session of a browser; changes need `X-Requested-With: console` besides.',
				},
			},
		},
	} as Document;
};
