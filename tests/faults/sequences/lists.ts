import { expect } from 'vitest';
import { content } from '#shared/contract/content.ts';
import { fillPath } from '#shared/contract/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { above } from '../../../server/content/tables.ts';
import type { TestApp } from '../../../server/test-app.ts';
import { inOrder, type Model, type Row } from './model.ts';

const KINDS = Object.keys(resources) as ResourceKey[];
/** Of these every place is given out by the server, so that it is given once, but where somebody has typed one. */
const NUMBERED: ReadonlySet<ResourceKey> = new Set(['courses', 'topics', 'pastPapers']);

interface List {
	path: string;
	kind: ResourceKey;
	rows: Row[];
}

/** Every list under a parent, as the model has it. */
const listsOf = (model: Model): List[] =>
	KINDS.flatMap((kind) => {
		const parent = above(kind).at(-1);
		const parents = parent ? model.listOfKind(parent).map(({ id }) => id) : [null];
		return parents.map((id) => ({
			path: fillPath(content[kind].path, {
				courseId: model.courseOf(id) ?? '',
				...(parent && id && { [resources[parent].param]: id }),
			}),
			kind,
			rows: inOrder(model.list(kind, id)),
		}));
	});

/**
 * Looks at a site through its lists: each has what the model has, in its order, no place twice, nothing that is in
 * the trash, and another ETag than the last time if and only if something of it is another.
 */
export const expectLists = ({ call }: Pick<TestApp, 'call'>) => {
	const known = new Map<string, { tag: unknown; said: string }>();

	const expectList = async ({ path, kind, rows }: List) => {
		const { status, body, headers } = await call('GET', path);
		expect(status, path).toBe(200);
		const found = body.data as { id: string; order_num: number; version: number }[];
		expect(
			found.map(({ id }) => id),
			path,
		).toEqual(rows.map(({ id }) => id));
		const places = rows.flatMap(({ order, typed }) => (typed ? [] : [order]));
		if (NUMBERED.has(kind)) expect(new Set(places).size, `places of ${path}`).toBe(places.length);
		const said = JSON.stringify(found.map(({ id, version }) => [id, version]));
		const before = known.get(path);
		if (before) expect(headers.etag === before.tag, `ETag of ${path}`).toBe(said === before.said);
		known.set(path, { tag: headers.etag, said });
	};

	const expectEverywhere = async (model: Model, kind: ResourceKey) => {
		const { word } = resources[kind];
		const rows = model.listOfKind(kind);
		if (kind !== 'courses') {
			const { body } = await call('GET', `/${word}?limit=100`);
			expect(body.data.total, word).toBe(rows.length);
			const found = new Set(body.data.data.map(({ id }: Row) => id));
			if (rows.length <= 100) expect(found, word).toEqual(new Set(rows.map(({ id }) => id)));
		}
		const gone = [...model.deletions.values()].flatMap(({ rows: [root] }) => (root ? [root] : []));
		for (const { id } of gone.filter((row) => row.kind === kind))
			expect((await call('GET', `/${word}/${id}`)).status, `${word} ${id}`).toBe(404);
	};

	return async (model: Model) => {
		for (const list of listsOf(model)) await expectList(list);
		for (const kind of KINDS) await expectEverywhere(model, kind);
	};
};
