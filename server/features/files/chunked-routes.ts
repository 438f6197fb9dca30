import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { failureBody } from '#shared/contract/errors.ts';
import { chunkedUpload, chunksOf, uploadAnswer, uploadBeginning } from '#shared/contract/files.ts';
import { z } from '#shared/zod.ts';
import { answerOnce, REPEATABLE, sendAnswer } from '../../api/idempotency.ts';
import { actorText } from '../../audit-context.ts';
import { lockName } from '../../db/engine.ts';
import { AppError, invalid } from '../../errors.ts';
import { extensionOf } from '../../files/inspect/inspect.ts';
import { type Api, success } from '../../http/api.ts';
import { byteRoutes, bytesOf } from '../../http/form.ts';
import { finishUpload, uploaded } from './assemble.ts';
import {
	addChunk,
	beginUpload,
	chunksIn,
	describe,
	dropChunks,
	lockUpload,
	ownUpload,
	removeChunks,
	type UploadRow,
} from './chunks.ts';
import { contentLock, knowsContent, rowOf, saveFile, tidyName } from './store.ts';
import { type FileKeeping, placed } from './upload.ts';

const params = z.object({ id: z.string() });
const chunkParams = z.object({ id: z.string(), n: z.string() });
const aChunk = z.object({ n: z.int() });

const ownOf = ({ database }: FileKeeping, request: FastifyRequest<{ Params: { id: string } }>) =>
	ownUpload(database.read, actorText(request.actor), request.params.id);

/** Adds the calls for chunked uploads. Chunks can arrive in any order and at any server. */
export const chunkedUploadRoutes = (api: Api, on: FileKeeping) => {
	const { database, files } = on;

	const keepKnown = async (
		request: FastifyRequest,
		file: { name: string; size: number; sha256: string },
	) => {
		const row = rowOf({ ...file, ext: extensionOf(file.name) });
		if (!(await knowsContent(database.read, row))) return undefined;
		return database.withLock(contentLock(row.sha256), async (write) => {
			// The sweep has removed the content since, or the store lost it.
			if (!(await knowsContent(database.read, row)) || !(await files.has(row.sha256)))
				return undefined;
			return answerOnce({ write }, request, async (trx, by) => {
				await saveFile(trx, row, by);
				return uploaded(row, 200);
			});
		});
	};

	api.post('/uploads', {
		schema: {
			operationId: 'createUpload',
			summary: 'Starts a chunked upload',
			description: `If a file with this content exists, the answer is 200 with that file, and no chunks are needed. Continues an unfinished upload of the same content and name by the same sender. ${REPEATABLE}`,
			body: uploadBeginning,
			response: { 200: uploadAnswer, 201: success(chunkedUpload), default: failureBody },
		},
		handler: async (request, reply) => {
			const { size, sha256 = null } = request.body;
			const name = tidyName(request.body.name);
			extensionOf(name);
			const known = sha256 && (await keepKnown(request, { name, size, sha256 }));
			if (known) return sendAnswer(reply, known);
			const actor = actorText(request.actor);
			const begun = await answerOnce(database, request, async (trx) => {
				await lockName(trx, `uploads:${actor}`);
				const row = await beginUpload(trx, { actor, name, size, sha256 });
				return { status: 201, body: { success: true, data: await describe(trx, row) } };
			});
			return sendAnswer(reply, begun);
		},
	});
	api.get('/uploads/:id', {
		schema: {
			operationId: 'getUpload',
			summary: 'Retrieves the received chunks of your upload',
			params,
			response: { 200: chunkedUpload },
		},
		handler: async (request) => {
			const row = await ownOf(on, request);
			return describe(database.read, row);
		},
	});
	api.post('/uploads/:id/finish', {
		schema: {
			operationId: 'finishUpload',
			summary: 'Creates the file when all chunks have arrived',
			description: REPEATABLE,
			params,
			response: { 201: uploadAnswer, default: failureBody },
		},
		handler: async (request, reply) =>
			sendAnswer(reply, await finishUpload(on, request, await ownOf(on, request))),
	});
	api.delete('/uploads/:id', {
		schema: {
			operationId: 'cancelUpload',
			summary: 'Cancels an upload and deletes its chunks',
			params,
			response: { 200: z.null() },
		},
		handler: async (request) => {
			const { id } = await ownOf(on, request);
			const left = await database.write(async (trx) => {
				await lockUpload(trx, id, 'change');
				const contents = await dropChunks(trx, [id]);
				await trx.deleteFrom('uploads').where('id', '=', id).execute();
				return contents;
			});
			await removeChunks(on, left);
			return null;
		},
	});
	byteRoutes(api, '*', (bytes) => chunkRoute(bytes, on));
};

const BYTES = 'application/octet-stream';

const lengthOf = ({ size, chunk }: UploadRow, n: string) => {
	const last = chunksOf(size, chunk) - 1;
	if (!/^\d{1,6}$/.test(n) || Number(n) > last)
		throw invalid('n', `The number of a chunk must be 0 to ${last}.`);
	return Math.min(chunk, size - Number(n) * chunk);
};

async function* exactly(request: IncomingMessage, length: number, n: string) {
	const wrong = () => invalid('chunk', `Chunk ${n} must have ${length} bytes.`);
	const announced = request.headers['content-length'];
	if (announced !== undefined && Number(announced) !== length) throw wrong();
	let size = 0;
	for await (const bytes of bytesOf(request)) {
		size += bytes.length;
		if (size > length) throw wrong();
		yield bytes;
	}
	if (size < length) throw wrong();
}

const chunkRoute = (api: Api, on: FileKeeping) => {
	api.put('/uploads/:id/:n', {
		config: { readsLong: true, countedAs: 'chunks' },
		schema: {
			operationId: 'putChunk',
			summary: 'Uploads a chunk; sending the same chunk again changes nothing',
			consumes: [BYTES],
			params: chunkParams,
			body: z.any(),
			response: { 200: aChunk },
		},
		handler: async (request) => {
			// The default type of a body without `Content-Type` (RFC 9110, 8.3).
			const type = request.headers['content-type'] ?? BYTES;
			if (type !== BYTES) throw new AppError('unsupported_type');
			const upload = await ownOf(on, request);
			const length = lengthOf(upload, request.params.n);
			const n = Number(request.params.n);
			const staged = await on.files.receive(exactly(request.raw, length, `${n}`), length);
			const { sha256 } = staged;
			try {
				const arrived = await chunksIn(on.database.read, upload.id);
				const chunk = { upload: upload.id, n, sha256 };
				const isThere = upload.file || arrived.some((one) => one.n === n);
				await (isThere
					? on.database.write((trx) => addChunk(trx, chunk))
					: placed(on, staged, (write) => write((trx) => addChunk(trx, chunk))));
			} finally {
				await staged.discard();
			}
			return { n };
		},
	});
};
