import type { FastifyRequest } from 'fastify';
import { deletionForecast } from '#shared/contract/content/deletion-impact.ts';
import { nextOrder, orderedRows, orderRequest } from '#shared/contract/content/ordering.ts';
import { buildItemPath } from '#shared/contract/content/resource.ts';
import { failureBody } from '#shared/contract/platform/errors.ts';
import { id } from '#shared/contract/platform/fields.ts';
import { externalIdFilter } from '#shared/contract/platform/lists.ts';
import { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE } from '../../platform/api/idempotency.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { type Api, serializeUnchecked, success } from '../../platform/http/api.ts';
import { toOperationNoun } from '../../platform/http/described-answers.ts';
import { computeTag, GUARDED, readIfMatch, setVersion } from '../../platform/http/etag.ts';
import { listTag, reorderRows } from './ordering.ts';
import type { Change, ContentStore } from './store.ts';
import type { Untyped } from './tables.ts';
import { computeRestoreLimit } from './trash.ts';

const removed = z.extend(success(z.null()), { deletion: id() });

/** Another answer to the read of an item, for callers whose query asks for it. */
export interface ItemView {
	query: z.ZodMiniObject;
	answer: z.ZodMiniType;
	/** Resolves to undefined if the query does not ask for it. */
	read: (db: Db, id: string, query: Record<string, unknown>) => Promise<unknown>;
}

const listQuery = z.object({ external_id: externalIdFilter() });

/** Adds the calls of a resource under its path. Deleted items can be restored for `trashDays`. */
export const addResourceRoutes = (
	api: Api,
	database: Database,
	store: ContentStore,
	{ trashDays, view }: { trashDays: number; view?: ItemView | undefined },
) => {
	const { resource } = store;
	const { label, plural, key, path, ordered, item, create, update } = resource;
	const one = buildItemPath(resource);
	const hasStats = 'stats' in item.shape;
	const [name, names] = [toOperationNoun(label), toOperationNoun(plural)];
	const noun = label.toLowerCase();
	const aNoun = /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
	// The router guarantees that all parameters of the path are present.
	const placeOf = (params: unknown) => params as Untyped;
	type Calls = ReturnType<ContentStore>;
	const read = <T>(request: FastifyRequest, what: (calls: Calls, place: Untyped) => Promise<T>) =>
		what(store(database.read), placeOf(request.params));
	const change = <T>(
		request: FastifyRequest,
		what: (calls: Calls, place: Untyped, context: Change) => Promise<T>,
	) =>
		database.write((trx) => {
			const context = { ...toAuditContext(request), ifMatch: readIfMatch(request) };
			return what(store(trx), placeOf(request.params), context);
		});

	api.get(path, {
		config: { tagCoversAnswer: true },
		schema: {
			operationId: `list${names}`,
			summary: `Lists ${plural.toLowerCase()} in display order`,
			querystring: listQuery,
			response: { 200: z.array(item) },
		},
		serializerCompiler: serializeUnchecked,
		handler: async (request, reply) => {
			const all = await read(request, ({ list }, place) => list(place));
			const { external_id } = request.query as { external_id?: string };
			const data =
				external_id === undefined ? all : all.filter((one) => one.external_id === external_id);
			setVersion(reply, hasStats ? `${listTag(data)}.${computeTag(data)}` : listTag(data));
			return data;
		},
	});

	if (ordered) {
		api.post(`${path}/order`, {
			schema: {
				operationId: `reorder${names}`,
				summary: `Moves ${plural.toLowerCase()} within their list`,
				description: `Puts the rows before the row \`before\`, or at the end, and renumbers the list from 1. ${REPEATABLE}`,
				body: orderRequest,
				response: { 200: orderedRows },
			},
			handler: (request, reply) =>
				createOnce(database, request, reply, async (trx, context) => {
					const place = placeOf(request.params);
					const { rows, tag } = await reorderRows(trx, key, place, request.body, context);
					return { data: rows, version: tag };
				}),
		});

		api.get(`${path}/next-order`, {
			schema: {
				operationId: `getNext${name}Order`,
				summary: `Retrieves the order number that puts a new ${noun} last`,
				response: { 200: nextOrder },
			},
			handler: async (request) => ({
				order_num: await read(request, (calls, place) => calls.nextOrder(place)),
			}),
		});
	}

	api.get(one, {
		// Counts change without the version.
		config: { tagCoversAnswer: !hasStats },
		schema: {
			operationId: `get${name}`,
			summary: `Retrieves ${aNoun}`,
			...(view && { querystring: view.query }),
			response: { 200: view ? z.union([item, view.answer]) : item },
		},
		serializerCompiler: serializeUnchecked,
		handler: async (request, reply) => {
			const found = await read(request, ({ get }, place) => get(place));
			const other = await view?.read(database.read, found.id, request.query as Untyped);
			if (other) return other;
			setVersion(reply, found.version);
			return found;
		},
	});

	api.get(`${one}/deletion-impact`, {
		schema: {
			operationId: `get${name}DeletionImpact`,
			summary: `Counts the content that is deleted with the ${noun}`,
			response: { 200: deletionForecast },
		},
		handler: async (request) => {
			const impact = await read(request, ({ deletionImpact }, place) => deletionImpact(place));
			return { ...impact, restorable_until: computeRestoreLimit(new Date(), trashDays) };
		},
	});

	api.post(path, {
		schema: {
			operationId: `create${name}`,
			summary: `Creates ${aNoun}`,
			description: REPEATABLE,
			body: create,
			response: { 201: item },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => {
				const made = await store(trx).create(
					placeOf(request.params),
					request.body as never,
					context,
				);
				return { status: 201, data: made, version: made.version };
			}),
	});

	api.put(one, {
		schema: {
			operationId: `update${name}`,
			summary: `Updates ${aNoun}; omitted fields keep their values`,
			description: GUARDED,
			body: update,
			response: { 200: item },
		},
		handler: async (request, reply) => {
			const saved = await change(request, (calls, place, context) =>
				calls.update(place, request.body as never, context),
			);
			setVersion(reply, saved.version);
			return saved;
		},
	});

	api.delete(one, {
		schema: {
			operationId: `delete${name}`,
			summary: `Moves ${aNoun} and its contents to the trash`,
			description: `\`deletion\` is the id to restore it with. ${GUARDED}`,
			response: { 200: removed, default: failureBody },
		},
		handler: async (request) => {
			const deletion = await change(request, (calls, place, context) =>
				calls.remove(place, context),
			);
			return { success: true as const, data: null, deletion };
		},
	});
};
