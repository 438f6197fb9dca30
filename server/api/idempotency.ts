import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorText } from '../audit-context.ts';
import type { Database, Trx } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Job } from '../jobs/jobs.ts';

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

/** What a create answered: its status, its body as sent, and what its ETag says: a row's version, or a list's tag. */
export interface Answer {
	status: number;
	body: unknown;
	version?: number | string | undefined;
}

/** How an answer is kept that holds a secret: `open` has undefined for what it did not close at that place. */
export interface Seal {
	close: (text: string, place: string) => string;
	open: (kept: string, place: string) => string | undefined;
}

const IN_THE_OPEN: Seal = { close: (text) => text, open: (kept) => kept };

/** The caller's `Idempotency-Key`, or undefined; refuses what cannot be one. */
export const keyOf = (request: FastifyRequest) => {
	const key = request.headers['idempotency-key'];
	if (key === undefined) return undefined;
	if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
		throw new AppError('bad_request', 'Idempotency-Key must be 1 to 255 visible characters.');
	return key;
};

/** What must be the same for a key to get the first answer again: the call, and its body. */
export const hashOf = (request: FastifyRequest, body: unknown = request.body) =>
	createHash('sha256')
		.update(`${request.method} ${request.url}\n${JSON.stringify(body) ?? ''}`)
		.digest('hex');

/**
 * Runs a create once for each `Idempotency-Key` of a caller: the answer is kept with what it made,
 * in the same transaction, and given again to the same request; another request under that key is
 * refused. Without a key it just runs. Nothing is kept of a create that failed. What was sent is
 * `request.body`; a body that was read as it arrived is told by what it came to. An answer that must not
 * lie in the database as it is comes with a seal.
 */
export const answerOnce = async (
	database: Pick<Database, 'write' | 'lock'>,
	request: FastifyRequest,
	create: (trx: Trx) => Promise<Answer>,
	sent: unknown = request.body,
	seal = IN_THE_OPEN,
): Promise<Answer> => {
	const key = keyOf(request);
	const actor = actorText(request.actor);
	const place = `${actor} ${key}`;
	const requestHash = hashOf(request, sent);
	return database.write(async (trx): Promise<Answer> => {
		if (key === undefined) return create(trx);
		await database.lock(trx, `idempotency:${actor}:${key}`);
		const known = await trx
			.selectFrom('idempotency_keys')
			.selectAll()
			.where('actor', '=', actor)
			.where('key', '=', key)
			.where('created_at', '>', new Date(Date.now() - KEPT_MS).toISOString())
			.executeTakeFirst();
		if (known && known.request_hash !== requestHash) throw new AppError('idempotency_conflict');
		if (known) {
			const body = seal.open(known.body, place);
			if (body === undefined) throw new AppError('conflict', 'This has been done already.');
			return { status: known.status, body: JSON.parse(body), version: known.etag ?? undefined };
		}
		const fresh = await create(trx);
		const row = {
			request_hash: requestHash,
			status: fresh.status,
			etag: fresh.version === undefined ? null : String(fresh.version),
			body: seal.close(JSON.stringify(fresh.body), place),
			created_at: new Date().toISOString(),
		};
		await trx
			.insertInto('idempotency_keys')
			.values({ actor, key, ...row })
			.onConflict((conflict) => conflict.columns(['actor', 'key']).doUpdateSet(row))
			.execute();
		return fresh;
	});
};

/** Sends what a create answered. */
export const sendAnswer = (reply: FastifyReply, { status, body, version }: Answer) => {
	if (version) reply.header('etag', `"${version}"`);
	return reply.code(status).send(body);
};

/** A create from the call to its answer, as {@link answerOnce} has it. */
export const createOnce = async (
	database: Database,
	request: FastifyRequest,
	reply: FastifyReply,
	create: (trx: Trx) => Promise<Answer>,
) => sendAnswer(reply, await answerOnce(database, request, create));

/** Forgets the answers that are older than a day; resolves to how many. */
export const forgetOldAnswers = (database: Database) =>
	database.write(async (trx) => {
		const { numDeletedRows } = await trx
			.deleteFrom('idempotency_keys')
			.where('created_at', '<=', new Date(Date.now() - KEPT_MS).toISOString())
			.executeTakeFirst();
		return Number(numDeletedRows);
	});

/** That, every hour. */
export const forgetJob = (database: Database): Job => ({
	name: 'Forget old answers',
	firstMs: 5 * 60_000,
	everyMs: 60 * 60_000,
	run: async () => `${await forgetOldAnswers(database)} answers forgotten`,
});
