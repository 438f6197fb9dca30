import type { FastifyRequest } from 'fastify';
import { fileCalls, formCalls } from '#shared/contract/content/calls.ts';
import { fileTypes, UPLOAD_MAX_BYTES } from '#shared/contract/content/files.ts';
import { failureBody } from '#shared/contract/platform/errors.ts';
import { z } from '#shared/zod.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { answerOnce, sendAnswer } from '../../platform/api/idempotency.ts';
import { decideDelivery, linkHeaders, sendFile } from '../../platform/api/send-file.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { addFormRoutes, findIncomingFile } from '../../platform/http/form.ts';
import { findItemsWithLinks, listPlacedItems } from '../resources/placed-items.ts';
import { toUploadAnswer } from './assemble.ts';
import { type InsideRow, readInsides, requeueReading, toWireInside } from './insides.ts';
import { findFile, findFiles, saveFile } from './store.ts';
import { type FileKeeping, receiveFile, toWire } from './upload.ts';

const params = z.object({ name: z.string() });

const addKnownRoutes = (api: Api, { database, files }: FileKeeping, readsText: boolean) => {
	const findInsides = (hashes: readonly string[]) =>
		readsText ? readInsides(database.read, hashes) : new Map<string, InsideRow>();

	const requireFile = async (name: string) => {
		const row = await findFile(database.read, `/files/${name}`);
		if (!row) throw notFound('File');
		return row;
	};

	answerCalls(api, { database }, fileCalls, {
		listFiles: async ({ query }) => {
			const links = (query.names ?? '').split(',').map((name) => `/files/${name}`);
			const rows = await findFiles(database.read, links);
			const hashes = [...new Set(rows.map(({ sha256 }) => sha256))];
			const insides = await findInsides(hashes);
			return rows.map((row) => {
				const inside = insides.get(row.sha256);
				if (!inside) return { ...toWire(row), inside: null };
				const { pages, text, picture } = toWireInside(inside);
				return { ...toWire(row), inside: { pages, text, picture } };
			});
		},
		getFile: async (request) => {
			const row = await requireFile(request.params.name);
			const inside = (await findInsides([row.sha256])).get(row.sha256);
			const links = await findItemsWithLinks(database.read, [`/files/${request.params.name}`]);
			const used_by = await listPlacedItems(database.read, links);
			return { ...toWire(row), inside: inside ? toWireInside(inside) : null, used_by };
		},
		getFilePicture: async (request, reply) => {
			const row = await requireFile(request.params.name);
			const inside = (await findInsides([row.sha256])).get(row.sha256);
			if (!inside?.picture) throw new AppError('not_found', 'This file has no picture.');
			const etag = `"${inside.picture}"`;
			// Changes only with a new way of drawing pictures.
			reply.headers({ etag, 'cache-control': 'private, max-age=86400' });
			const { status } = decideDelivery('HEAD', request.headers, { etag, size: 0 });
			if (status === 304) return reply.code(304).send();
			const content = await files.open(inside.picture);
			if (!content) {
				// Backups contain no pictures, so missing ones are drawn again.
				await database.write((trx) => requeueReading(trx, row.sha256));
				reply.header('cache-control', 'no-store').removeHeader('etag');
				throw new AppError('not_found', 'This file has no picture.');
			}
			return reply.type('image/webp').send(content);
		},
	});
};

/** Adds the calls under `/api` that upload files and return their details, with the text inside if it is read. */
export const addFileRoutes = (api: Api, keeping: FileKeeping, readsText: boolean) => {
	addKnownRoutes(api, keeping, readsText);
	addFormRoutes(api, (forms) => uploadRoute(forms, keeping));
};

const uploadRoute = (api: Api, keeping: FileKeeping) =>
	answerCalls(api, keeping, formCalls, {
		uploadFile: async (request, reply) => {
			const incoming = await findIncomingFile(request, UPLOAD_MAX_BYTES);
			const answer = await receiveFile(keeping, incoming, (row, write) => {
				const create = async (trx: Trx, context: AuditContext) => {
					await saveFile(trx, row, context);
					return toUploadAnswer(row);
				};
				const { name, sha256 } = row;
				return answerOnce({ write }, request, create, { name, sha256 });
			});
			return sendAnswer(reply, answer);
		},
	});

/** Returns the path exactly as sent, because an address that is spelled differently is another address. */
const readSentPath = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

/**
 * Returns whether a script sent the request. A script cannot follow a redirect to another site without CORS headers of
 * that site.
 */
const isScript = ({ headers }: FastifyRequest) =>
	headers['sec-fetch-mode'] === 'cors' || headers['sec-fetch-mode'] === 'same-origin';

/** Serves files at their links, always as downloads. */
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
			const row = await findFile(database.read, readSentPath(request));
			if (!row) throw new AppError('not_found', 'Nothing exists at this address.');
			return sendFile(request, reply, row, {
				files,
				headers: {
					'cache-control': 'private, no-cache',
					'cross-origin-resource-policy': 'same-origin',
				},
				redirect: !isScript(request) && (() => files.signedLink?.(row.sha256, linkHeaders(row))),
			});
		},
	});
};
