import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRole } from '#shared/contract/platform/access.ts';
import { mcpCalls } from '#shared/contract/platform/calls.ts';
import { z } from '#shared/zod.ts';
import { answerCalls } from '../api/calls.ts';
import type { Database } from '../db/database.ts';
import type { AccessTable } from '../http/access.ts';
import type { Api } from '../http/api.ts';
import type { Json } from '../http/described-fields.ts';
import { findResource, listResources, listResourceTemplates } from './resources.ts';
import { type ApiDocument, buildRequest, listTools, type ToolCall } from './tools.ts';

/** Versions of the protocol that these methods are the same in, newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];
const ANSWER_MAX = 20 * 1_024;

/** A message of JSON-RPC 2.0. Without an id it is a notification. */
const message = z.object({
	jsonrpc: z.literal('2.0'),
	id: z.optional(z.union([z.string(), z.number()])),
	method: z.optional(z.string()),
	params: z.optional(z.record(z.string(), z.unknown())),
});

/** An error of JSON-RPC 2.0, by its code. */
class RpcError extends Error {
	readonly code: number;

	constructor(code: number, text: string) {
		super(text);
		this.code = code;
	}
}

const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;
const RESOURCE_NOT_FOUND = -32_002;

const describeLength = ({ method, parameters }: ToolCall, length: number) => {
	const size = `${Math.ceil(length / 1_024)} KB, more than the 20 KB that a tool answers`;
	if (method !== 'GET') return `Done. The answer has ${size}. Read what you need.`;
	const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
	const advice =
		names.length > 0
			? `Ask for less with ${names.join(', ')}.`
			: 'Ask for a part of it with another tool.';
	return `The answer has ${size}. ${advice}`;
};

export interface McpOptions {
	access: AccessTable;
	product: string;
	version: string;
}

/**
 * Adds the call with which assistants use the API (Model Context Protocol, streamable HTTP without sessions). Each tool is
 * a call of the API, made as the key's own request, so that every rule of that call holds (decision 0153). Reads are also
 * resources.
 */
export const addMcpRoutes = (
	api: Api,
	database: Database,
	{ access, product, version }: McpOptions,
) => {
	const byRole = new Map<string, Map<string, ToolCall>>();
	const getTools = (role: string) => {
		const known = byRole.get(role);
		if (known) return known;
		const tools = listTools(api.swagger() as unknown as ApiDocument, access, role as KeyRole);
		byRole.set(role, tools);
		return tools;
	};

	/** Makes a call as the key's own request. */
	const callApi = async (request: FastifyRequest, call: ToolCall, given: Json) => {
		const { headers, ...own } = buildRequest(call, given);
		const { authorization = '' } = request.headers;
		const answer = await api.inject({
			...own,
			headers: { ...headers, authorization, accept: 'application/json' },
			remoteAddress: request.ip,
		});
		const isError = answer.statusCode >= 400;
		const wait = answer.headers['retry-after'];
		const text = wait ? `${answer.body}\nTry again after ${wait} seconds.` : answer.body;
		const length = Buffer.byteLength(text);
		return length > ANSWER_MAX
			? { text: describeLength(call, length), isError: call.method === 'GET' }
			: { text, isError, isMissing: answer.statusCode === 404 };
	};

	const callTool = async (request: FastifyRequest, { name, arguments: given = {} }: Json) => {
		const call = getTools(request.actor.role ?? '').get(String(name));
		if (!call) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${String(name)}`);
		if (given === null || typeof given !== 'object' || Array.isArray(given))
			throw new RpcError(INVALID_PARAMS, 'The arguments must be an object.');
		const { text, isError } = await callApi(request, call, given as Json);
		return { content: [{ type: 'text', text }], isError };
	};

	const readResource = async (request: FastifyRequest, { uri }: Json) => {
		const found = findResource(getTools(request.actor.role ?? ''), String(uri));
		if (!found) throw new RpcError(RESOURCE_NOT_FOUND, `Unknown resource: ${String(uri)}`);
		const { text, isError, isMissing } = await callApi(request, found.call, found.given);
		if (isError) throw new RpcError(isMissing ? RESOURCE_NOT_FOUND : INTERNAL_ERROR, text);
		return { contents: [{ uri: String(uri), mimeType: 'application/json', text }] };
	};

	const answerMethod = (request: FastifyRequest, method: string, params: Json) => {
		const asked = String(params.protocolVersion);
		const tools = getTools(request.actor.role ?? '');
		const methods: Record<string, () => unknown> = {
			initialize: () => ({
				protocolVersion: VERSIONS.includes(asked) ? asked : VERSIONS[0],
				capabilities: { tools: {}, resources: {} },
				serverInfo: { name: product, version },
				instructions:
					'Every tool is a call of the API, with the rights of the key. Answers are {"success": true, "data": …}; failures say in "error" what to do.',
			}),
			ping: () => ({}),
			'tools/list': () => ({
				tools: [...tools.values()].map(({ tool }) => tool),
			}),
			'tools/call': () => callTool(request, params),
			'resources/list': () => ({ resources: listResources(tools) }),
			'resources/templates/list': () => ({ resourceTemplates: listResourceTemplates(tools) }),
			'resources/read': () => readResource(request, params),
		};
		if (request.actor.kind !== 'program')
			throw new RpcError(INVALID_REQUEST, 'Assistants need an API key.');
		const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
		if (!run) throw new RpcError(METHOD_NOT_FOUND, `Unknown method: ${method}`);
		return run();
	};

	const answerMessage = async (request: FastifyRequest, reply: FastifyReply) => {
		const read = message.safeParse(request.body);
		const send = (body: object) => reply.type('application/json').send({ jsonrpc: '2.0', ...body });
		if (!read.success) {
			reply.code(400);
			const error = { code: INVALID_REQUEST, message: 'This is no message of JSON-RPC 2.0.' };
			return send({ id: null, error });
		}
		const { id, method, params = {} } = read.data;
		if (id === undefined || method === undefined) return reply.code(202).send();
		try {
			return send({ id, result: await answerMethod(request, method, params) });
		} catch (error) {
			if (!(error instanceof RpcError)) throw error;
			return send({ id, error: { code: error.code, message: error.message } });
		}
	};

	answerCalls(api, { database }, mcpCalls, { callMcp: answerMessage });
};
