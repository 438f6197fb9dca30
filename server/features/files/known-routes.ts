import { failureBody } from '#shared/contract/errors.ts';
import { describedFile, fileNames, listedFile } from '#shared/contract/files.ts';
import { z } from '#shared/zod.ts';
import { itemsWithLinks, placed } from '../../content/placed-items.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { insideOnWire, insidesOf, readAgain } from '../insides/store.ts';
import { deliveryOf } from './delivery.ts';
import { findFile, findFiles } from './store.ts';
import { type FileKeeping, toWire } from './upload.ts';

const params = z.object({ name: z.string() });

/** What is known of files under /api: of one, of several, and the picture of a first page. */
export const knownRoutes = (api: Api, { database, files }: FileKeeping) => {
	const requireFile = async (name: string) => {
		const row = await findFile(database.read, `/files/${name}`);
		if (!row) throw notFound('File');
		return row;
	};

	api.get('/files', {
		schema: {
			operationId: 'listFiles',
			summary: 'Lists details of several files by the names in their links',
			querystring: fileNames,
			response: { 200: z.array(listedFile) },
		},
		handler: async ({ query }) => {
			const links = (query.names ?? '').split(',').map((name) => `/files/${name}`);
			const rows = await findFiles(database.read, links);
			const hashes = [...new Set(rows.map(({ sha256 }) => sha256))];
			const insides = await insidesOf(database.read, hashes);
			return rows.map((row) => {
				const inside = insides.get(row.sha256);
				if (!inside) return { ...toWire(row), inside: null };
				const { pages, text, picture } = insideOnWire(inside);
				return { ...toWire(row), inside: { pages, text, picture } };
			});
		},
	});

	api.get('/files/:name', {
		schema: {
			operationId: 'getFile',
			summary: 'Retrieves the details of a file',
			params,
			response: { 200: describedFile },
		},
		handler: async (request) => {
			const row = await requireFile(request.params.name);
			const inside = (await insidesOf(database.read, [row.sha256])).get(row.sha256);
			const links = await itemsWithLinks(database.read, [`/files/${request.params.name}`]);
			const used_by = await placed(database.read, links);
			return { ...toWire(row), inside: inside ? insideOnWire(inside) : null, used_by };
		},
	});

	api.get('/files/:name/picture', {
		schema: {
			operationId: 'getFilePicture',
			summary: 'Retrieves a small WebP picture of the first page of a file',
			params,
			produces: ['image/webp'],
			response: { 200: z.any(), default: failureBody },
		},
		handler: async (request, reply) => {
			const row = await requireFile(request.params.name);
			const inside = (await insidesOf(database.read, [row.sha256])).get(row.sha256);
			if (!inside?.picture) throw new AppError('not_found', 'This file has no picture.');
			const etag = `"${inside.picture}"`;
			// It changes only when pictures are drawn in another way.
			reply.headers({ etag, 'cache-control': 'private, max-age=86400' });
			const { status } = deliveryOf('HEAD', request.headers, { etag, size: 0 });
			if (status === 304) return reply.code(304).send();
			const content = await files.open(inside.picture);
			if (!content) {
				// A backup has no pictures: they are made again.
				await database.write((trx) => readAgain(trx, row.sha256));
				reply.header('cache-control', 'no-store').removeHeader('etag');
				throw new AppError('not_found', 'This file has no picture.');
			}
			return reply.type('image/webp').send(content);
		},
	});
};
