import { content } from '#shared/contract/content.ts';
import { fillPath, itemPath } from '#shared/contract/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { listTag } from '../../../server/content/ordering.ts';
import { above } from '../../../server/content/tables.ts';
import type { Answer } from '../../../server/test-app.ts';
import type { Answered } from './explain.ts';
import { inOrder, type Model, type Refusal, type Row } from './model.ts';

/** What somebody is about to do: which of the calls, on which of what there is. */
export interface Command {
	who: number;
	what: number;
	on: number;
	also: number;
	way: number;
}

/** A call, by whom where not anybody may, and what the model has to say of its answer. */
export interface Planned {
	method: 'POST' | 'PUT' | 'DELETE';
	path: string;
	body?: unknown;
	headers?: Record<string, string>;
	who?: number;
	explained: (answer: Answer) => Answered['steps'];
}

export const STATUS: Record<Refusal, number> = { not_found: 404, parent_gone: 409, changed: 409 };

/** So many rows are enough to meet each other. */
const MANY = 60;

export const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T;
const kinds = Object.keys(resources) as ResourceKey[];

/** How fields are called on the wire. */
const fieldOf = (kind: ResourceKey, column: string) => {
	const columns: Readonly<Record<string, string | undefined>> = content[kind].columns;
	return Object.keys(columns).find((field) => columns[field] === column) ?? column;
};

/** The ids of an address by their names there. */
const placeOf = (model: Model, { id, kind, parent }: Row) => {
	const course = model.courseOf(id) ?? '';
	const place: Record<string, string> = { [resources[kind].param]: id };
	if (kind !== 'courses') place.courseId = course;
	const middle = above(kind)[1];
	if (middle) place[resources[middle].param] = parent ?? '';
	return place;
};

/** All that there is. */
export const everything = (model: Model) => [...model.rows.values()];

/** A step that must be refused with 404 where it is not so, and else does its work. */
const orMissing = (
	{ status }: Answer,
	ok: number,
	isThere: (model: Model) => boolean,
	work: (model: Model) => void,
): Answered['steps'] => [
	(model) => {
		if (!isThere(model)) return status === 404;
		if (status !== ok) return false;
		work(model);
		return true;
	},
];

export type Plan = (model: Model, row: Row, command: Command, name: string) => Planned;

/** The address of an item as somebody has it on screen, and whether it still leads there. */
const atAddress = (model: Model, row: Row) => {
	const course = model.courseOf(row.id);
	return {
		path: fillPath(itemPath(content[row.kind]), placeOf(model, row)),
		isThere: (now: Model) => now.isAt(row.id, row.parent, course),
	};
};

/** What can lie directly under it. */
const childKinds = (kind: ResourceKey) => kinds.filter((each) => above(each).at(-1) === kind);

export const create: Plan = (model, row, { also }, name) => {
	const parent = childKinds(row.kind).length > 0 ? row : (model.rows.get(row.parent ?? '') as Row);
	const kind = pick(childKinds(parent.kind), also);
	const { isThere } = atAddress(model, parent);
	const url =
		kind === 'topics' || kind === 'pastPapers'
			? `https://example.org/${encodeURIComponent(name)}`
			: null;
	const link = kind === 'topics' ? 'topicUrl' : 'url';
	const counted = kind === 'topics' || kind === 'pastPapers';
	return {
		method: 'POST',
		path: fillPath(content[kind].path, placeOf(model, parent)),
		body: { name, ...(url && { [link]: url }) },
		explained: (answer) =>
			orMissing(answer, 201, isThere, (now) =>
				now.put({
					id: answer.body.data.id,
					kind,
					parent: parent.id,
					name,
					url,
					subject: null,
					version: 1,
					order: counted ? now.last(kind, parent.id) : 1,
					published: kind === 'subjects' || kind === 'topics',
					free: kind === 'examSets' ? null : false,
				}),
			),
	};
};

/** Another name, place or state; half of them only where nobody changed it meanwhile. */
export const edit: Plan = (model, row, { also, way }, name) => {
	const { path, isThere } = atAddress(model, row);
	const patches: Partial<Row>[] = [{ name }, { order: 1 + (way % 5) }];
	if (row.published !== null) patches.push({ published: !row.published });
	const patch = pick(patches, also);
	const [[field, value]] = Object.entries(patch) as [[keyof Row, unknown]];
	const guarded = way % 2 === 0;
	return {
		method: 'PUT',
		path,
		body: { [field === 'order' ? 'order_num' : fieldOf(row.kind, field)]: value },
		...(guarded && { headers: { 'if-match': `"${row.version}"` } }),
		explained: (answer) => [
			(now) => {
				if (!isThere(now)) return answer.status === 404;
				if (guarded && now.rows.get(row.id)?.version !== row.version) return answer.status === 412;
				if (now.edit(row.id, patch) && field === 'order')
					now.put({ ...(now.rows.get(row.id) as Row), typed: true });
				return answer.status === 200 && answer.body.data.version === now.rows.get(row.id)?.version;
			},
		],
	};
};

export const about: Plan = (model, row, command, name) => {
	if (row.kind !== 'pastPapers') return edit(model, row, command, name);
	const { path, isThere } = atAddress(model, row);
	const course = model.courseOf(row.id);
	const subject = pick([...model.list('subjects', course).map(({ id }) => id), null], command.also);
	return {
		method: 'PUT',
		path,
		body: { subject_id: subject },
		explained: ({ status }) => [
			(now) => {
				if (!isThere(now)) return status === 404;
				if (subject !== null && !now.isAt(subject, course, course)) return status === 422;
				now.edit(row.id, { subject });
				return status === 200;
			},
		],
	};
};

export const remove: Plan = (model, row) => {
	const { path, isThere } = atAddress(model, row);
	return {
		method: 'DELETE',
		path,
		explained: (answer) =>
			orMissing(answer, 200, isThere, (now) => void now.remove(row.id, answer.body.deletion)),
	};
};

export const copy: Plan = (model, row, { way }, name) => {
	// What copies copies doubles each time.
	if (model.rows.size > MANY) return edit(model, row, { also: 1, way: 0 } as Command, name);
	const { path, isThere } = atAddress(model, row);
	const files = way % 2 === 0;
	return {
		method: 'POST',
		path: `${path}/copy`,
		body: { name, with: files ? 'files' : 'structure' },
		explained: (answer) =>
			orMissing(answer, 201, isThere, (now) =>
				now.copy(now.rows.get(row.id) as Row, answer.body.data.id, { name }, files),
			),
	};
};

export const arrange: Plan = (model, row, { who, also, way }) => {
	const siblings = inOrder(model.list(row.kind, row.parent));
	const second = pick(siblings, also).id;
	const ids = way % 2 === 0 || second === row.id ? [row.id] : [row.id, second];
	const before = pick(
		[...siblings.map(({ id }) => id).filter((id) => !ids.includes(id)), null],
		way,
	);
	const course = row.kind === 'courses' ? null : model.courseOf(row.id);
	const parent =
		row.parent === null ? undefined : atAddress(model, model.rows.get(row.parent) as Row);
	const tag = (now: Model) => listTag(inOrder(now.list(row.kind, row.parent)));
	const guarded = (way + who) % 3 === 0;
	return {
		method: 'POST',
		path: `${fillPath(content[row.kind].path, { ...placeOf(model, row), courseId: course ?? '' })}/order`,
		body: { ids, before },
		...(guarded && { headers: { 'if-match': `"${tag(model)}"` } }),
		explained: ({ status, body }) => [
			(now) => {
				if (parent && !parent.isThere(now)) return status === 404;
				if (guarded && tag(now) !== tag(model)) return status === 412;
				const here = new Set(now.list(row.kind, row.parent).map(({ id }) => id));
				if ([...ids, before].some((id) => id !== null && !here.has(id))) return status === 422;
				if (status !== 200) return false;
				now.arrange(row.kind, row.parent, ids, before);
				const order = inOrder(now.list(row.kind, row.parent)).map(({ id }) => id);
				// Of a copy of this very moment nobody knows the ids of all rows yet.
				return order.every((id, at) => id.startsWith('~') || body.data[at]?.id === id);
			},
		],
	};
};
