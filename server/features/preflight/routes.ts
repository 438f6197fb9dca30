import type { Operation } from '#shared/contract/bulk.ts';
import { switchOf } from '#shared/contract/bulk-actions.ts';
import {
	preflight,
	preflightOfOne,
	preflightQuery,
	publishedAll,
	publishRequest,
} from '#shared/contract/preflight.ts';
import { itemPath } from '#shared/contract/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { z } from '#shared/zod.ts';
import { answerOnce, createOnce, lookUnlessAnswered, REPEATABLE } from '../../api/idempotency.ts';
import type { AuditContext } from '../../audit-context.ts';
import { areIds } from '../../content/rows.ts';
import type { ContentStores } from '../../content/store.ts';
import { keyOfWord, placeOfRow, tables } from '../../content/tables.ts';
import type { Database, Db, Trx } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import { GUARDED, ifMatch } from '../../http/etag.ts';
import { begin, giveIds } from '../../operations/begin.ts';
import type { RunOperation } from '../../operations/routes.ts';
import type { Thing } from './catalogue.ts';
import type { Checked, LookFirst, Place } from './preflight.ts';

interface Options {
	database: Database;
	stores: ContentStores;
	look: LookFirst;
	runOperation: RunOperation;
	now: () => number;
}

const CHECKED: readonly Checked[] = ['courses', 'subjects', 'examSets'];

/** The places of items of a kind, wherever they lie; those that are not there are left out. */
const placesOf = async (db: Db, key: Checked, ids: readonly string[]) => {
	const asked = ids.filter((id) => areIds({ id }));
	if (asked.length === 0) return [];
	const rows = await db
		.selectFrom(tables[key].table as 'subjects')
		.selectAll()
		.where('id', 'in', asked)
		.execute();
	const places = new Map(rows.map((row) => [row.id, placeOfRow(key, row)]));
	return [...new Set(asked)].map((id) => places.get(id)).filter((place) => place !== undefined);
};

/** What would embarrass once something is published, and the publishing that looks at it first. */
export const preflightRoutes = (
	api: Api,
	{ database, stores, look, runOperation, now }: Options,
) => {
	api.get('/preflight', {
		schema: {
			operationId: 'preflight.list',
			tags: ['operations'],
			summary: 'What would embarrass once each of several is published alone',
			querystring: preflightQuery,
			response: { 200: z.array(preflightOfOne) },
		},
		handler: async (request) => {
			const { kind, ids } = request.query;
			const key = keyOfWord(kind) as Checked;
			const { read } = database;
			const reports = [];
			for (const place of await placesOf(read, key, ids.split(',')))
				reports.push(look.reportAlone(await look.look(read, key, place)));
			return reports;
		},
	});

	/** Writes down that these are published: an operation of each kind, parents first. */
	const beginAll = async (
		trx: Trx,
		things: readonly Thing[],
		reason: string | undefined,
		by: AuditContext,
	) => {
		const operations: string[] = [];
		for (const kind of Object.keys(resources) as ResourceKey[]) {
			const ids = things.filter((each) => each.kind === resources[kind].word).map(({ id }) => id);
			if (ids.length === 0) continue;
			const target = reason === undefined ? undefined : { reason };
			const { id } = await begin(trx, { kind, action: 'publish', target }, by, now());
			await giveIds(trx, id, ids);
			operations.push(id);
		}
		return operations;
	};

	for (const key of CHECKED) {
		const { resource } = stores[key];
		const one = itemPath(resource);
		const noun = resource.label.toLowerCase();
		const aNoun = /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
		const tags = [key];

		api.get(`${one}/preflight`, {
			schema: {
				operationId: `${key}.preflight`,
				tags,
				summary: `What would embarrass once the ${noun} is published with all that lies under it`,
				response: { 200: preflight },
			},
			handler: async (request) => {
				const place = request.params as Place;
				const looked = await look.look(database.read, key, place);
				return look.report(looked);
			},
		});

		api.post(`${one}/publish-all`, {
			schema: {
				operationId: `${key}.publishAll`,
				tags,
				summary: `Publish all drafts under ${aNoun} that are ready, and itself`,
				description: `What only warns goes with a \`reason\`; the rest stays as it is. Refused as \`not_ready\` where it is the ${noun} itself that is not. Of more than 1,000 of a kind, \`POST /bulk\` runs the rest. ${REPEATABLE}`,
				body: publishRequest,
				response: { 200: publishedAll },
			},
			handler: async (request) => {
				const place = request.params as Place;
				const { reason } = request.body;
				const looked = await lookUnlessAnswered(database, request, () =>
					look.look(database.read, key, place),
				);
				const { body } = await answerOnce(database, request, async (trx, by) => {
					const ready = await look.readyUnder(trx, key, place, reason, looked?.lost);
					return { status: 200, body: await beginAll(trx, ready, reason, by) };
				});
				const operations: Operation[] = [];
				for (const id of body) operations.push(await runOperation(request, id));
				return { operations };
			},
		});

		if (!resource.publishedBy) continue;
		const store = stores[key];
		api.post(`${one}/publish`, {
			schema: {
				operationId: `${key}.publish`,
				tags,
				summary: `Publish ${aNoun}, unless learners would meet something broken`,
				description: `Refused as \`not_ready\`, with what was found in \`data\`: what stops always, what warns without a \`reason\`, which the audit trail keeps. Drafts under it stay drafts. ${GUARDED} ${REPEATABLE}`,
				body: publishRequest,
				response: { 200: resource.item },
			},
			handler: async (request, reply) => {
				const place = request.params as Place;
				const { reason } = request.body;
				const looked = await lookUnlessAnswered(database, request, () =>
					look.look(database.read, key, place),
				);
				return createOnce(database, request, reply, async (trx, context) => {
					await look.requireReady(trx, key, place, reason, looked?.lost);
					const told = reason ? { action: 'update' as const, besides: { reason } } : undefined;
					const by = { ...context, ifMatch: ifMatch(request), ...(told && { told }) };
					const saved = await store(trx).update(
						place as never,
						switchOf(resource, 'publish') as never,
						by,
					);
					return { data: saved, version: saved.version };
				});
			},
		});
	}
};
