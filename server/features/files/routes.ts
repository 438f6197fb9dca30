import { create as contentDisposition } from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import { failureBody } from '#shared/contract/errors.ts';
import { fileTypes, UPLOAD_MAX_BYTES } from '#shared/contract/file-types.ts';
import { uploadAnswer, uploadForm } from '#shared/contract/files.ts';
import { z } from '#shared/zod.ts';
import { answerOnce, REPEATABLE, sendAnswer } from '../../api/idempotency.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import type { ByteRange, FileStore } from '../../files/store.ts';
import type { Api } from '../../http/api.ts';
import { formRoutes, incomingFile } from '../../http/form.ts';
import { uploaded } from './assemble.ts';
import { type Delivery, deliveryOf } from './delivery.ts';
import { knownRoutes } from './known-routes.ts';
import { findFile, linkOf, type StoredFileRow, saveFile } from './store.ts';
import { type FileKeeping, receiveFile } from './upload.ts';

const params = z.object({ name: z.string() });

/** The calls on files under /api: taking one in, and what is known of one or of several. */
export const fileRoutes = (api: Api, on: FileKeeping) => {
	knownRoutes(api, on);
	formRoutes(api, (forms) => uploadRoute(forms, on));
};

const uploadRoute = (api: Api, on: FileKeeping) => {
	api.post('/upload', {
		config: { readsLong: true },
		schema: {
			operationId: 'uploadFile',
			summary: 'Uploads a file: pdf, doc, docx, ppt or pptx, at most 50 MiB',
			description: REPEATABLE,
			consumes: ['multipart/form-data'],
			body: uploadForm,
			response: { 201: uploadAnswer, default: failureBody },
		},
		handler: async (request, reply) => {
			const incoming = await incomingFile(request, UPLOAD_MAX_BYTES);
			const answer = await receiveFile(on, incoming, (row, write) => {
				const create = async (trx: Trx, by: AuditContext) => {
					await saveFile(trx, row, by);
					return uploaded(row);
				};
				const { name, sha256 } = row;
				return answerOnce({ write }, request, create, { name, sha256 });
			});
			return sendAnswer(reply, answer);
		},
	});
};

/** The path as it was sent: an address that is spelled in another way is another address. */
const sentPath = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

/** A script's own request: it could not follow a link to another site without that site's leave. */
const isScript = ({ headers }: FastifyRequest) =>
	headers['sec-fetch-mode'] === 'cors' || headers['sec-fetch-mode'] === 'same-origin';

const rangeOf = (delivery: Delivery, { size }: StoredFileRow) =>
	delivery.status === 206 ? delivery.range : { start: 0, end: size - 1 };

const openContent = async (files: FileStore, row: StoredFileRow, range: ByteRange) => {
	const content = await files.open(row.sha256, range);
	if (content) return content;
	const cause = new Error(`The content of ${linkOf(row)} is missing`);
	throw new AppError('files_failed', undefined, { cause });
};

/** Serves the files themselves, at their links. They are only ever downloads. */
export const downloadRoute = (app: Api, { database, files }: FileKeeping) => {
	app.route({
		method: ['GET', 'HEAD'],
		url: '/files/:name',
		schema: {
			summary: 'Downloads a file, or a part of it',
			params,
			produces: Object.values(fileTypes),
			response: { 200: z.any(), default: failureBody },
		},
		handler: async (request, reply) => {
			const row = await findFile(database.read, sentPath(request));
			if (!row) throw new AppError('not_found', 'Nothing exists at this address.');
			const etag = `"${row.sha256}"`;
			const delivery = deliveryOf(request.method, request.headers, { etag, size: row.size });
			if (delivery.status === 416)
				throw new AppError('range_not_satisfiable', undefined, {
					headers: { 'content-range': `bytes */${row.size}` },
				});
			const partial = delivery.status === 206;
			const range = rangeOf(delivery, row);
			const withContent = request.method === 'GET' && delivery.status !== 304;
			const type = fileTypes[row.ext];
			const disposition = contentDisposition(row.name);
			if (withContent && files.signedLink && !isScript(request))
				return reply
					.header('cache-control', 'no-store')
					.redirect(await files.signedLink(row.sha256, { type, disposition }), 302);
			// Before the first header: a failure must not leave with those of the file.
			const content = withContent ? await openContent(files, row, range) : undefined;
			reply.code(delivery.status).headers({
				etag,
				'accept-ranges': 'bytes',
				'cache-control': 'private, no-cache',
				'content-disposition': disposition,
				'content-security-policy': "sandbox; default-src 'none'",
				'cross-origin-resource-policy': 'same-origin',
				'x-content-type-options': 'nosniff',
			});
			if (delivery.status === 304) return reply.send();
			reply.type(type).header('content-length', range.end - range.start + 1);
			if (partial) reply.header('content-range', `bytes ${range.start}-${range.end}/${row.size}`);
			return reply.send(content);
		},
	});
};
