import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import {
	type AnswerOf,
	type BodyOf,
	type Call,
	type CallTable,
	type ParamsOf,
	type QueryOf,
	splitAddress,
} from '#shared/call.ts';
import { failureBody } from '#shared/contract/platform/errors.ts';
import { describeAs, z } from '#shared/zod.ts';
import { toAuditContext } from '../audit-context.ts';
import type { Database } from '../db/database.ts';
import type { AccessTable } from '../http/access.ts';
import type { Api } from '../http/api.ts';
import { GUARDED, readIfMatch, setVersion } from '../http/etag.ts';
import type { Acting } from './acting.ts';
import { answerOnce, REPEATABLE, runUnlessAnswered, type Seal, sendAnswer } from './idempotency.ts';

/** A request of a declared call. */
export type CallRequest<C extends Call> = FastifyRequest & {
	params: ParamsOf<C>;
	query: QueryOf<C>;
	body: BodyOf<C>;
};

/** The data of an answer with its version, which is sent as `ETag`. */
export class Versioned<T> {
	readonly data: T;
	readonly version: number | string;
	constructor(data: T, version: number | string) {
		this.data = data;
		this.version = version;
	}
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function without an answer
type Nothing = null | void;
type Data<C extends Call> = C extends { versioned: true | 'whole' }
	? Versioned<AnswerOf<C>>
	: AnswerOf<C> extends null
		? Nothing
		: AnswerOf<C>;
type Handler<C extends Call> = (
	request: CallRequest<C>,
	reply: FastifyReply,
) => Data<C> | FastifyReply | Promise<Data<C> | FastifyReply>;

/** A change in progress, with the test of `If-Match` of a guarded call. */
export interface ActingOnCall extends Acting {
	matches: ReturnType<typeof readIfMatch>;
}

/**
 * What answers a call: a function, one with options of its route, or one in a transaction, which runs once for each
 * `Idempotency-Key` if the call is repeatable.
 */
type Implementation<C extends Call> =
	| Handler<C>
	| ({ handler: Handler<C> } & Pick<
			RouteOptions,
			'compress' | 'onSend' | 'serializerCompiler' | 'validatorCompiler'
	  >)
	| {
			write: (acting: ActingOnCall, request: CallRequest<C>) => Promise<Data<C>>;
			/** Runs before the transaction, unless the answer is stored already. */
			before?: (request: CallRequest<C>) => Promise<unknown>;
			/** Encrypts the answer that is stored for the key. */
			seal?: Seal;
	  };

const buildSchema = (name: string, call: Call) => {
	const { id = name, answer, status = 200, others, whole, query, body, params } = call;
	const { summary, description = '', produces, consumes, repeatable, guarded } = call;
	const notes = [
		description,
		repeatable && !description.includes('`Idempotency-Key`') && REPEATABLE,
		guarded && GUARDED,
	];
	const names = [...call.at.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
	const texts = names.map((param) => [param, describeAs(z.string(), params?.[param])]);
	return {
		operationId: id,
		summary,
		description: notes.filter(Boolean).join(' '),
		...(params && { params: z.object(Object.fromEntries(texts)) }),
		...(query && { querystring: query }),
		...(body && { body }),
		...(produces && { produces: [...produces] }),
		...(consumes && { consumes: [...consumes] }),
		response: { [status]: answer, ...(whole && { default: failureBody }), ...others },
	};
};

interface Ground {
	database: Database;
	now?: () => number;
}

const runWrite = async <C extends Call>(
	{ database, now = Date.now }: Ground,
	call: C,
	{ write, before, seal }: Extract<Implementation<C>, { write: unknown }>,
	request: CallRequest<C>,
	reply: FastifyReply,
) => {
	const matches = call.guarded && readIfMatch(request);
	const act = (trx: Acting['trx'], context: Acting['context']) =>
		write({ trx, context, now: now(), matches }, request);
	if (before) await runUnlessAnswered(database, request, () => before(request));
	if (!call.repeatable) return database.write((trx) => act(trx, toAuditContext(request)));
	const answer = await answerOnce(
		database,
		request,
		async (trx, context) => {
			const made = (await act(trx, context)) ?? null;
			const { data, version } =
				made instanceof Versioned ? made : { data: made, version: undefined };
			return { status: call.status ?? 200, body: { success: true, data }, version };
		},
		request.body,
		seal,
	);
	return sendAnswer(reply, answer);
};

/** Adds the routes of declared calls. Each call of the table needs an implementation. */
export const answerCalls = <Calls extends CallTable>(
	api: Api,
	ground: Ground,
	calls: Calls,
	implementations: { [Name in keyof Calls]: Implementation<Calls[Name]> },
) => {
	for (const [name, call] of Object.entries<Call>(calls)) {
		const [method, url] = splitAddress(call);
		const own = implementations[name] as Implementation<Call>;
		const run: (request: CallRequest<Call>, reply: FastifyReply) => unknown =
			typeof own === 'function'
				? own
				: 'write' in own
					? (request, reply) => runWrite(ground, call, own, request, reply)
					: own.handler;
		api.route({
			...(typeof own === 'object' && 'handler' in own && own),
			method,
			url,
			schema: buildSchema(name, call),
			config: {
				call,
				...(call.forLearners && { learners: true }),
				...(call.longBody && { readsLong: true }),
				...(call.versioned === 'whole' && { tagCoversAnswer: true }),
				...(call.limits?.instead && { countedAs: call.limits.instead }),
			},
			handler: async (request: CallRequest<Call>, reply: FastifyReply) => {
				if (call.status) reply.code(call.status);
				const made = await run(request, reply);
				// Nothing is left to send once a handler has sent a reply, also to a client that hung up.
				if (!(made instanceof Versioned)) return call.whole || reply.sent ? made : (made ?? null);
				setVersion(reply, made.version);
				return made.data;
			},
		} as RouteOptions as never);
	}
};

/** Returns the access of declared calls, for the table. */
export const listAccess = (...tables: CallTable[]): AccessTable => {
	const table: Record<string, AccessTable[string]> = {};
	for (const call of tables.flatMap(Object.values<Call>)) {
		const [method, path] = splitAddress(call);
		const { permission, fresh } = call;
		const entry = fresh ? { permission, fresh } : permission;
		table[`/api${path}`] = { ...table[`/api${path}`], [method]: entry };
	}
	return table;
};
