import {
	buildItemCalls,
	buildOrderCalls,
	type OtherView,
} from '#shared/contract/content/item-calls.ts';
import { answerCalls, Versioned } from '../../platform/api/calls.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { type Api, serializeUnchecked } from '../../platform/http/api.ts';
import { computeTag } from '../../platform/http/etag.ts';
import { copyItem, type KeepLinks } from './copy.ts';
import { listTag, reorderRows } from './ordering.ts';
import type { ContentStore, ContentStores } from './store.ts';
import type { Untyped } from './tables.ts';
import { computeRestoreLimit } from './trash.ts';

/** Another answer to the read of an item, for callers whose query asks for it. */
export interface ItemView extends OtherView {
	/** Resolves to undefined if the query does not ask for it. */
	read: (db: Db, id: string, query: Record<string, unknown>) => Promise<unknown>;
}

interface Options {
	stores: ContentStores;
	/** Days for which deleted items can be restored. */
	trashDays: number;
	keepLinks: KeepLinks;
	view?: ItemView | undefined;
}

/** Adds the calls of a resource under its path. */
export const addResourceRoutes = (
	api: Api,
	database: Database,
	store: ContentStore,
	{ stores, trashDays, keepLinks, view }: Options,
) => {
	const { resource } = store;
	const { key, ordered } = resource;
	const hasStats = 'stats' in resource.item.shape;
	const { read } = database;
	// The router guarantees that all parameters of the path are present.
	const placeOf = ({ params }: { params: unknown }) => params as Untyped;

	if (ordered)
		answerCalls(api, { database }, buildOrderCalls(resource), {
			reorder: {
				write: async ({ trx, context }, request) => {
					const { rows, tag } = await reorderRows(
						trx,
						key,
						placeOf(request),
						request.body,
						context,
					);
					return new Versioned(rows, tag);
				},
			},
			getNext: async (request) => ({ order_num: await store(read).nextOrder(placeOf(request)) }),
		});

	answerCalls(api, { database }, buildItemCalls(resource, view), {
		list: {
			serializerCompiler: serializeUnchecked,
			handler: async (request) => {
				const all = await store(read).list(placeOf(request));
				const { external_id } = request.query;
				const data =
					external_id === undefined ? all : all.filter((one) => one.external_id === external_id);
				const tag = listTag(data);
				return new Versioned(data, hasStats ? `${tag}.${computeTag(data)}` : tag);
			},
		},
		get: {
			serializerCompiler: serializeUnchecked,
			handler: async (request, reply) => {
				const found = await store(read).get(placeOf(request));
				const other = await view?.read(read, found.id, request.query as Untyped);
				return other
					? reply.send({ success: true, data: other })
					: new Versioned(found, found.version);
			},
		},
		getImpact: async (request) => {
			const impact = await store(read).deletionImpact(placeOf(request));
			return { ...impact, restorable_until: computeRestoreLimit(new Date(), trashDays) };
		},
		create: {
			write: async ({ trx, context }, request) => {
				const made = await store(trx).create(placeOf(request), request.body as never, context);
				return new Versioned(made, made.version);
			},
		},
		update: {
			write: async ({ trx, context, matches }, request) => {
				const change = { ...context, ifMatch: matches };
				const saved = await store(trx).update(placeOf(request), request.body as never, change);
				return new Versioned(saved, saved.version);
			},
		},
		remove: {
			write: async ({ trx, context, matches }, request) => {
				const change = { ...context, ifMatch: matches };
				const deletion = await store(trx).remove(placeOf(request), change);
				return { success: true as const, data: null, deletion };
			},
		},
		copy: {
			write: async ({ trx, context }, request) => {
				const place = placeOf(request);
				const made = await copyItem(trx, stores, key, place, request.body, context, keepLinks);
				return new Versioned(made, made.version);
			},
		},
	});
};
