import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuditContext, formatActor, toAuditContext } from '../audit-context.ts';
import type { Database, Trx } from '../db/database.ts';
import { lockName } from '../db/engine.ts';
import { AppError, conflict } from '../errors.ts';
import { getNetwork } from '../http/limits.ts';
import type { Job } from '../jobs.ts';

/** The first answer to each create that carried an `Idempotency-Key`, kept for 24 hours. */
interface IdempotencyRow {
	actor: string;
	key: string;
	request_hash: string;
	status: number;
	etag: string | null;
	body: string;
	created_at: string;
}

declare module '../db/schema.ts' {
	interface Schema {
		idempotency_keys: IdempotencyRow;
	}
}

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Description of calls that honour the key; `described.ts` then adds the header. */
export const REPEATABLE =
	'With an `Idempotency-Key`, the same request again within a day gets the first answer again.';

export interface Answer<Body = unknown> {
	status: number;
	body: Body;
	version?: number | string | undefined;
}

/** An answer that is sent unchanged, so `body` includes the envelope. */
export type WholeAnswer = Answer<{ success: boolean; [rest: string]: unknown }>;

/** Encrypts a stored answer that holds a secret; `open` returns undefined for text of another place. */
export interface Seal {
	close: (text: string, place: string) => Promise<string>;
	open: (kept: string, place: string) => Promise<string | undefined>;
}

const IN_THE_OPEN: Seal = { close: async (text) => text, open: async (kept) => kept };

/** Returns the caller's `Idempotency-Key`, or undefined; throws for an invalid one. */
const readIdempotencyKey = (request: FastifyRequest) => {
	const key = request.headers['idempotency-key'];
	if (key === undefined) return undefined;
	if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
		throw new AppError('bad_request', 'Idempotency-Key must be 1 to 255 visible characters.');
	return key;
};

/** Returns the caller whose keys are compared; anonymous callers by their network, as their keys may be weak. */
const formatCaller = ({ actor, ip }: FastifyRequest) =>
	actor.kind === 'anyone' ? `${formatActor(actor)} ${getNetwork(ip)}` : formatActor(actor);

type KeyedRequest = Pick<IdempotencyRow, 'actor' | 'key' | 'request_hash'>;

const readKeyedRequest = (
	request: FastifyRequest,
	body: unknown = request.body,
): KeyedRequest | undefined => {
	const key = readIdempotencyKey(request);
	if (key === undefined) return undefined;
	const request_hash = createHash('sha256')
		.update(`${request.method} ${request.url}\n${JSON.stringify(body) ?? ''}`)
		.digest('hex');
	return { actor: formatCaller(request), key, request_hash };
};

/** Returns the answer stored under a key, and locks the key. Throws if the key was used for another request. */
const findAnswer = async (
	trx: Trx,
	{ actor, key, request_hash }: KeyedRequest,
): Promise<Answer<string> | undefined> => {
	await lockName(trx, `idempotency:${actor}:${key}`);
	const known = await trx
		.selectFrom('idempotency_keys')
		.selectAll()
		.where('actor', '=', actor)
		.where('key', '=', key)
		.where('created_at', '>', new Date(Date.now() - KEPT_MS).toISOString())
		.executeTakeFirst();
	if (!known) return undefined;
	if (known.request_hash !== request_hash) throw new AppError('idempotency_conflict');
	return { status: known.status, body: known.body, version: known.etag ?? undefined };
};

/** Stores an answer under its key and replaces the previous one. */
const storeAnswer = async (
	trx: Trx,
	{ actor, key, request_hash }: KeyedRequest,
	{ status, body, version }: Answer<string>,
) => {
	const etag = version === undefined ? null : String(version);
	const row = { request_hash, status, etag, body, created_at: new Date().toISOString() };
	await trx
		.insertInto('idempotency_keys')
		.values({ actor, key, ...row })
		.onConflict((conflict) => conflict.columns(['actor', 'key']).doUpdateSet(row))
		.execute();
};

/**
 * Runs a create once for each `Idempotency-Key` of a caller, and stores its answer in the same transaction; a seal
 * encrypts the stored answer.
 */
export const answerOnce = async <Body>(
	database: Pick<Database, 'write'>,
	request: FastifyRequest,
	create: (trx: Trx, context: AuditContext) => Promise<Answer<Body>>,
	sent: unknown = request.body,
	seal = IN_THE_OPEN,
): Promise<Answer<Body>> => {
	const keyed = readKeyedRequest(request, sent);
	return database.write(async (trx) => {
		const context = toAuditContext(request);
		if (!keyed) return create(trx, context);
		const place = `${keyed.actor} ${keyed.key}`;
		const known = await findAnswer(trx, keyed);
		if (known) {
			const body = await seal.open(known.body, place);
			if (body === undefined) throw conflict('This has been done already.');
			return { ...known, body: JSON.parse(body) };
		}
		const fresh = await create(trx, context);
		const body = await seal.close(JSON.stringify(fresh.body), place);
		await storeAnswer(trx, keyed, { ...fresh, body });
		return fresh;
	});
};

/** Runs `look` unless the answer to the request is already stored; resolves to undefined in that case. */
export const runUnlessAnswered = async <Found>(
	{ write }: Pick<Database, 'write'>,
	request: FastifyRequest,
	look: () => Promise<Found>,
): Promise<Found | undefined> => {
	const keyed = readKeyedRequest(request);
	const known = keyed && (await write((trx) => findAnswer(trx, keyed)));
	return known ? undefined : look();
};

/** Sends the answer of a create, with its `ETag`. */
export const sendAnswer = (reply: FastifyReply, { status, body, version }: WholeAnswer) => {
	if (version) reply.header('etag', `"${version}"`);
	return reply.code(status).send(body);
};

/** Runs a create through {@link answerOnce} and sends its answer in the envelope. The default status is 200. */
export const createOnce = async (
	database: Database,
	request: FastifyRequest,
	reply: FastifyReply,
	create: (
		trx: Trx,
		context: AuditContext,
	) => Promise<{ data: unknown; status?: number; version?: Answer['version'] }>,
) => {
	const answer = await answerOnce(database, request, async (trx, context) => {
		const { data, status = 200, version } = await create(trx, context);
		return { status, body: { success: true, data }, version };
	});
	return sendAnswer(reply, answer);
};

/** Deletes the answers that are older than a day; resolves to their number. */
export const deleteOldAnswers = (database: Database) =>
	database.write(async (trx) => {
		const { numDeletedRows } = await trx
			.deleteFrom('idempotency_keys')
			.where('created_at', '<=', new Date(Date.now() - KEPT_MS).toISOString())
			.executeTakeFirst();
		return Number(numDeletedRows);
	});

/** Deletes old answers every hour. */
export const deleteAnswersJob = (database: Database): Job => ({
	name: 'Delete old stored responses',
	firstMs: 5 * 60_000,
	everyMs: 60 * 60_000,
	run: async () => `${await deleteOldAnswers(database)} answers forgotten`,
});

/** Status of a stored row until the first answer is known. */
const UNANSWERED = 0;
const GIVEN_UP_MS = 5 * 60_000;

const refuseUnanswered = (since: number) =>
	conflict(
		Date.now() - since < GIVEN_UP_MS
			? 'The first try of this request has no answer yet. Please wait a moment.'
			: 'The first try of this request was cut off, and may have been done. Look whether it was before you send it again under another key.',
	);

/**
 * Runs a create that calls another system: commits `begin`, then runs `ask` outside any transaction. `ask` runs once
 * for each key.
 */
export const createInSteps = async <Begun>(
	database: Database,
	request: FastifyRequest,
	reply: FastifyReply,
	begin: (trx: Trx) => Promise<Begun>,
	ask: (begun: Begun) => Promise<(trx: Trx) => Promise<WholeAnswer>>,
	committed: () => void = () => {},
) => {
	const keyed = readKeyedRequest(request);
	const first = await database.write(
		async (trx): Promise<{ begun: Begun } | { answer: WholeAnswer }> => {
			const known = keyed && (await findAnswer(trx, keyed));
			if (known?.status === UNANSWERED) throw refuseUnanswered(JSON.parse(known.body));
			if (known) return { answer: { ...known, body: JSON.parse(known.body) } };
			const begun = await begin(trx);
			if (keyed)
				await storeAnswer(trx, keyed, { status: UNANSWERED, body: JSON.stringify(Date.now()) });
			return { begun };
		},
	);
	if ('answer' in first) return sendAnswer(reply, first.answer);

	const end = await ask(first.begun);
	const answer = await database.write(async (trx) => {
		const made = await end(trx);
		if (keyed) await storeAnswer(trx, keyed, { ...made, body: JSON.stringify(made.body) });
		return made;
	});
	committed();
	return sendAnswer(reply, answer);
};
