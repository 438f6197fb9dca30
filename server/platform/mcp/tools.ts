import { createHash } from 'node:crypto';
import { type KeyRole, listPermissions } from '#shared/contract/platform/access.ts';
import type { AccessTable } from '../http/access.ts';
import { findAccess } from '../http/access.ts';
import type { Json } from '../http/described-fields.ts';

interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	description?: string;
	schema?: Json;
}

interface Operation {
	operationId: string;
	summary?: string;
	description?: string;
	parameters?: Parameter[];
	requestBody?: { required?: boolean; content?: Record<string, { schema?: Json }> };
	responses: Record<string, { content?: Record<string, unknown> }>;
}

/** The part of the OpenAPI document that tools are made of. */
export interface ApiDocument {
	paths?: Record<string, Record<string, Operation>>;
	components?: { schemas?: Record<string, Json> };
}

/** A call of the API as a tool (Model Context Protocol). */
export interface Tool {
	name: string;
	title: string;
	description: string;
	inputSchema: Json;
	annotations: Json;
}

/** A tool, and how its call is made. */
export interface ToolCall {
	tool: Tool;
	method: string;
	path: string;
	parameters: Parameter[];
	hasBody: boolean;
	isRepeatable: boolean;
}

const METHODS = ['get', 'post', 'put', 'delete'];
const JSON_TYPE = 'application/json';
/** Calls that are no DELETE, and end or take away something. */
const DESTRUCTIVE =
	/^(createOperation|closePeriod|reopenPeriod|writeOff|end|revoke|withdraw|replace)/;

const REF = '#/components/schemas/';
const copyWithDefs = (part: unknown) =>
	JSON.parse(JSON.stringify(part).replaceAll(REF, '#/$defs/')) as Json;

/** Returns the schemas that a schema refers to, directly or not. */
const collectDefs = (schema: unknown, schemas: Record<string, Json>) => {
	const defs: Record<string, Json> = {};
	const follow = (part: unknown) => {
		for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
			const found = schemas[name];
			if (!found || defs[name]) continue;
			defs[name] = copyWithDefs(found);
			follow(defs[name]);
		}
	};
	follow(schema);
	return defs;
};

const isCallable = ({ requestBody, responses }: Operation) => {
	const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
	const body = requestBody?.content;
	return success?.content?.[JSON_TYPE] !== undefined && (!body || body[JSON_TYPE] !== undefined);
};

const buildInput = (operation: Operation, repeatable: boolean, schemas: Record<string, Json>) => {
	const { parameters = [], requestBody } = operation;
	const named = parameters.filter((each) => each.in === 'path' || each.in === 'query');
	const properties: Record<string, Json> = Object.fromEntries(
		named.map(({ name, schema = {}, description }) => [
			name,
			copyWithDefs({ ...schema, ...(description && { description }) }),
		]),
	);
	const body = requestBody?.content?.[JSON_TYPE]?.schema;
	if (body) properties.body = copyWithDefs(body);
	if (repeatable)
		properties.attempt = {
			type: 'integer',
			description: 'Another number does the same once more on purpose. A retry leaves it as it is.',
		};
	const required = named.filter((each) => each.required).map(({ name }) => name);
	if (body && requestBody.required) required.push('body');
	const defs = collectDefs(properties, schemas);
	return {
		type: 'object',
		properties,
		...(required.length > 0 && { required }),
		...(Object.keys(defs).length > 0 && { $defs: defs }),
		additionalProperties: false,
	};
};

/** Returns the calls of the API with JSON that a key of a role may make, by operation id. */
export const listTools = (
	{ paths = {}, components }: ApiDocument,
	access: AccessTable,
	role: KeyRole,
): Map<string, ToolCall> => {
	const may = new Set<string>([...listPermissions(role, 'program'), 'signed-in']);
	const tools = new Map<string, ToolCall>();
	const others = Object.entries(paths).filter(([path]) => path !== '/api/mcp');
	for (const [path, operations] of others)
		for (const method of METHODS) {
			const operation = operations[method];
			const url = path.replace(/\{(\w+)\}/g, ':$1');
			const need = findAccess(access, url, method.toUpperCase())?.permission;
			if (!operation || !need || !may.has(need) || !isCallable(operation)) continue;
			const { operationId, summary = operationId, description, parameters = [] } = operation;
			const isRepeatable = parameters.some(({ name }) => name === 'Idempotency-Key');
			tools.set(operationId, {
				method: method.toUpperCase(),
				path,
				parameters,
				hasBody: operation.requestBody !== undefined,
				isRepeatable,
				tool: {
					name: operationId,
					title: summary,
					description: description ? `${summary}. ${description}` : summary,
					inputSchema: buildInput(operation, isRepeatable, components?.schemas ?? {}),
					annotations: {
						readOnlyHint: method === 'get',
						destructiveHint: method === 'delete' || DESTRUCTIVE.test(operationId),
						idempotentHint: method !== 'post' || isRepeatable,
						openWorldHint: false,
					},
				},
			});
		}
	return tools;
};

/** Returns the request that a tool's arguments mean. */
export const buildRequest = (
	{ method, path, parameters, hasBody, isRepeatable, tool }: ToolCall,
	given: Json,
) => {
	const { body, attempt: _, ...others } = given;
	const known = new Map(parameters.map((each) => [each.name, each.in]));
	const query = new URLSearchParams();
	// An unknown name reaches the call, which answers with the names that it accepts.
	for (const [name, value] of Object.entries(others))
		if (known.get(name) !== 'path' && value !== undefined)
			query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
	const url = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
		encodeURIComponent(String(others[name] ?? '')),
	);
	const key = createHash('sha256')
		.update(JSON.stringify([tool.name, given]))
		.digest('hex');
	return {
		method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
		url: query.size > 0 ? `${url}?${query}` : url,
		headers: {
			...(hasBody && { 'content-type': JSON_TYPE }),
			// The same call again, such as after a lost answer, gets the first answer again.
			...(isRepeatable && { 'idempotency-key': `mcp-${key}` }),
		},
		...(hasBody && { payload: JSON.stringify(body ?? {}) }),
	};
};
