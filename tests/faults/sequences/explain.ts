import type { Actual } from './catalogue.ts';
import type { Model, Row } from './model.ts';

/** One thing that the server does at once: says whether the model answers it as the server has. */
export type Step = (model: Model) => boolean;

/** What came of a call: the first step comes first, the others in any order. */
export interface Answered {
	/** For a person who looks for what went wrong. */
	said: string;
	steps: readonly Step[];
}

/** A row as it is told apart from others whose ids are not known yet. */
const looks = ({ kind, parent, name, order, published, free, subject, url }: Row) =>
	JSON.stringify([kind, parent, name, order, published, free, subject, url]);

/** The same with other ids wherever they stand. */
const renamed = <T>(
	map: ReadonlyMap<string, T>,
	ids: ReadonlyMap<string, string>,
): Map<string, T> => {
	let text = JSON.stringify([...map]);
	for (const [from, to] of ids) text = text.replaceAll(`"${from}"`, `"${to}"`);
	return new Map(JSON.parse(text));
};

const RANKS = { courses: 0, subjects: 1, examSets: 1, topics: 2, pastPapers: 2 };

/** Copies bring rows whose ids no answer told: they are those that look alike, parents first. */
const withRealIds = (model: Model, actual: Actual): Model => {
	const pending = [...model.rows.values()].filter(({ id }) => id.startsWith('~'));
	const real = new Map<string, string>();
	// A bulk action does not tell its deletions: each is that of its item.
	for (const [id, { root }] of model.deletions) real.set(id, actual.trash.get(root)?.id ?? id);
	const unknown = Map.groupBy(
		[...actual.rows.values()].filter(({ id }) => !model.rows.has(id)),
		looks,
	);
	const known = (id: string | null) => id && (real.get(id) ?? id);
	for (const row of pending.toSorted((a, b) => RANKS[a.kind] - RANKS[b.kind])) {
		const alike = { ...row, parent: known(row.parent), subject: known(row.subject) };
		const found = unknown.get(looks(alike))?.shift();
		if (found) real.set(row.id, found.id);
	}
	const named = model.fork();
	named.rows = renamed(model.rows, real);
	named.deletions = renamed(model.deletions, real);
	named.operations = renamed(model.operations, real);
	return named;
};

const told = (rows: Iterable<Row>) =>
	[...rows].map((row) => `${row.id} ${row.version} ${looks(row)}`).toSorted();

/** What is in the trash together; of a copy's rows whose ids nobody knows yet only how many they are. */
const trashOf = (model: Model) =>
	[...model.deletions].map(([id, { root, rows }]) => {
		const ids = rows.map((row) => row.id.replace(/^~.*/, '~'));
		return JSON.stringify({ id, root, ids: ids.toSorted() });
	});

const trashIn = (actual: Actual, model: Model) => {
	const known = new Set(
		[...model.deletions.values()].flatMap(({ rows }) => rows.map(({ id }) => id)),
	);
	return [...actual.trash.values()].map(({ id, root, ids }) =>
		JSON.stringify({ id, root, ids: ids.map((each) => (known.has(each) ? each : '~')).toSorted() }),
	);
};

/** What is there and should not be, and what should and is not. */
const differences = (model: Model, actual: Actual) => {
	const mine = new Set([...told(model.rows.values()), ...trashOf(model)]);
	const theirs = new Set([...told(actual.rows.values()), ...trashIn(actual, model)]);
	return [
		...[...mine].filter((row) => !theirs.has(row)).map((row) => `model:  ${row}`),
		...[...theirs].filter((row) => !mine.has(row)).map((row) => `server: ${row}`),
	];
};

/** What each of those at once has still to do: the first of it before the rest, which has no order. */
type Left = readonly { steps: readonly Step[]; begun: boolean }[];

/** All that may come next: the model after it, and what is left then. */
function* nexts(model: Model, left: Left) {
	for (const [who, { steps, begun }] of left.entries())
		for (const [at, step] of (begun ? steps : steps.slice(0, 1)).entries()) {
			const next = model.fork();
			if (step(next))
				yield [next, left.with(who, { steps: steps.toSpliced(at, 1), begun: true })] as const;
		}
}

/** All of a model: what is there, and what only a later call would show. */
const keyOf = (model: Model) =>
	JSON.stringify([
		told(model.rows.values()),
		[...model.deletions].map(([id, { rows, links }]) => [id, told(rows), links]),
		[...model.operations].toSorted(),
		[...model.undone],
	]);

/**
 * The models after what several people did at once: of every order of it in which a model answers each as the server
 * has, and comes to what the server came to. More than one, where only a later call can tell which it was; none, and
 * how near it came, where there is no such order.
 */
export const explain = (
	models: readonly Model[],
	answered: readonly Answered[],
	actual: Actual,
): { models: Model[]; nearest: readonly string[] } => {
	const numbers = new Map(answered.flatMap(({ steps }) => steps).map((step, at) => [step, at]));
	const seen = new Set<string>();
	const found = new Map<string, Model>();
	let nearest = ['In no order does the model answer as the server has.'];
	let fewest = Number.POSITIVE_INFINITY;

	const isNew = (now: Model, left: Left) => {
		const rest = left.map(({ steps }) => steps.map((step) => numbers.get(step)));
		const state = `${JSON.stringify(rest)} ${keyOf(now)}`;
		return !seen.has(state) && seen.add(state);
	};
	const end = (now: Model) => {
		const named = withRealIds(now, actual);
		const wrong = differences(named, actual);
		if (wrong.length === 0) found.set(keyOf(named), named);
		if (wrong.length < fewest) [nearest, fewest] = [wrong, wrong.length];
	};
	const search = (now: Model, left: Left) => {
		if (left.every(({ steps }) => steps.length === 0)) end(now);
		for (const [next, rest] of nexts(now, left)) if (isNew(next, rest)) search(next, rest);
	};
	const left = answered.map(({ steps }) => ({ steps, begun: false }));
	for (const model of models) search(Object.assign(model.fork(), { seen: actual.rows }), left);
	return { models: [...found.values()], nearest };
};
