import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { chunkCalls, uploadCalls } from '#shared/contract/content/calls.ts';
import { countChunks } from '#shared/contract/content/files.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { answerOnce, sendAnswer } from '../../platform/api/idempotency.ts';
import { formatActor } from '../../platform/audit-context.ts';
import { lockName } from '../../platform/db/engine.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { readExtension } from '../../platform/files/inspect/inspect.ts';
import type { Api } from '../../platform/http/api.ts';
import { addByteRoutes, readBytes } from '../../platform/http/form.ts';
import type { Count } from '../../platform/http/limits.ts';
import { finishUpload, toUploadAnswer } from './assemble.ts';
import {
	addChunk,
	beginUpload,
	describe,
	dropChunks,
	findOwnUpload,
	listChunks,
	lockUpload,
	removeChunks,
	type UploadRow,
} from './chunks.ts';
import { buildRow, knowsContent, nameContentLock, saveFile, tidyName } from './store.ts';
import { type FileKeeping, withPlacedContent } from './upload.ts';

const findOwn = (
	{ database }: FileKeeping,
	request: Pick<FastifyRequest, 'actor'> & { params: { id: string } },
) => findOwnUpload(database.read, formatActor(request.actor), request.params.id);

/**
 * Adds the calls for chunked uploads. Chunks can arrive in any order and at any server. `count` counts uploads of new
 * contents by person.
 */
export const addChunkedUploadRoutes = (api: Api, keeping: FileKeeping, count: Count) => {
	const { database, files } = keeping;

	const keepKnown = async (
		request: FastifyRequest,
		file: { name: string; size: number; sha256: string },
	) => {
		const row = buildRow({ ...file, ext: readExtension(file.name) });
		if (!(await knowsContent(database.read, row))) return undefined;
		return database.withLock(nameContentLock(row.sha256), async (write) => {
			// The sweep has removed the content since, or the store lost it.
			if (!(await knowsContent(database.read, row)) || !(await files.has(row.sha256)))
				return undefined;
			return answerOnce({ write }, request, async (trx, context) => {
				await saveFile(trx, row, context);
				return toUploadAnswer(row, 200);
			});
		});
	};
	answerCalls(api, { database }, uploadCalls, {
		createUpload: async (request, reply) => {
			const { size, sha256 = null } = request.body;
			const name = tidyName(request.body.name);
			readExtension(name);
			const known = sha256 && (await keepKnown(request, { name, size, sha256 }));
			if (known) return sendAnswer(reply, known);
			const actor = formatActor(request.actor);
			await count('uploads', actor);
			const begun = await answerOnce(database, request, async (trx) => {
				await lockName(trx, `uploads:${actor}`);
				const row = await beginUpload(trx, { actor, name, size, sha256 });
				return { status: 201, body: { success: true, data: await describe(trx, row) } };
			});
			return sendAnswer(reply, begun);
		},
		getUpload: async (request) => {
			const row = await findOwn(keeping, request);
			return describe(database.read, row);
		},
		finishUpload: async (request, reply) =>
			sendAnswer(reply, await finishUpload(keeping, request, await findOwn(keeping, request))),
		cancelUpload: async (request) => {
			const { id } = await findOwn(keeping, request);
			const left = await database.write(async (trx) => {
				await lockUpload(trx, id, 'change');
				const contents = await dropChunks(trx, [id]);
				await trx.deleteFrom('uploads').where('id', '=', id).execute();
				return contents;
			});
			await removeChunks(keeping, left);
		},
	});
	addByteRoutes(api, '*', (bytes) => addChunkRoute(bytes, keeping));
};

const BYTES = 'application/octet-stream';

const readChunkLength = ({ size, chunk }: UploadRow, n: string) => {
	const last = countChunks(size, chunk) - 1;
	if (!/^\d{1,6}$/.test(n) || Number(n) > last)
		throw invalid('n', `The number of a chunk must be 0 to ${last}.`);
	return Math.min(chunk, size - Number(n) * chunk);
};

async function* readExactly(request: IncomingMessage, length: number, n: string) {
	const wrong = () => invalid('chunk', `Chunk ${n} must have ${length} bytes.`);
	const announced = request.headers['content-length'];
	if (announced !== undefined && Number(announced) !== length) throw wrong();
	let size = 0;
	for await (const bytes of readBytes(request)) {
		size += bytes.length;
		if (size > length) throw wrong();
		yield bytes;
	}
	if (size < length) throw wrong();
}

const addChunkRoute = (api: Api, keeping: FileKeeping) =>
	answerCalls(api, keeping, chunkCalls, {
		putChunk: async (request) => {
			// The default type of a body without `Content-Type` (RFC 9110, 8.3).
			const type = request.headers['content-type'] ?? BYTES;
			if (type !== BYTES) throw new AppError('unsupported_type');
			const upload = await findOwn(keeping, request);
			const length = readChunkLength(upload, request.params.n);
			const n = Number(request.params.n);
			const staged = await keeping.files.receive(readExactly(request.raw, length, `${n}`), length);
			const { sha256 } = staged;
			try {
				const arrived = await listChunks(keeping.database.read, upload.id);
				const chunk = { upload: upload.id, n, sha256 };
				const isThere = upload.file || arrived.some((one) => one.n === n);
				await (isThere
					? keeping.database.write((trx) => addChunk(trx, chunk))
					: withPlacedContent(keeping, staged, (write) => write((trx) => addChunk(trx, chunk))));
			} finally {
				await staged.discard();
			}
			return { n };
		},
	});
