import type { FastifyRequest } from 'fastify';
import { POSITION, READ_AFTER } from '#shared/contract/read-after.ts';
import { type Database, type Db, NOW, type Position } from '../db/database.ts';
import type { Api } from '../http/api.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const textOf = (position: Position) => position.toString(16).padStart(16, '0');

/**
 * What a caller has to see: what they say they wrote, or, where they say nothing, everything, unless
 * they may only read.
 */
const positionOf = ({ headers, caller }: FastifyRequest): Position => {
	const said = headers[READ_AFTER];
	if (typeof said === 'string') return POSITION.test(said) ? BigInt(`0x${said}`) : NOW;
	const onlyReads = caller?.may.values().every((permission) => permission.endsWith(':read'));
	return onlyReads ? 0n : NOW;
};

/**
 * Runs the reads of a request, which only looks: from a replica, where there is one and it has what
 * this caller wrote. `work` may run twice.
 */
export const readFor = <T>(
	database: Database,
	request: FastifyRequest,
	work: (read: Db) => Promise<T>,
): Promise<T> => database.readAfter(positionOf(request), work);

/**
 * Tells whoever has changed something, or was refused it, where the log stood then: a refusal may be
 * about a row that they have yet to see. Only where reads may come from a replica.
 */
export const tellPosition = (app: Api, { replica }: Database) => {
	if (!replica) return;
	app.addHook('onSend', async (request, reply) => {
		if (SAFE.has(request.method) || !request.caller) return;
		// What is done is done: an answer must not fail because a second question does.
		reply.header(READ_AFTER, textOf(await replica.position().catch(() => NOW)));
	});
};
