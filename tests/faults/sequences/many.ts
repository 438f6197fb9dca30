import { folded } from '#shared/contract/fields.ts';
import { resources } from '#shared/contract/resources.ts';
import { above } from '../../../server/content/tables.ts';
import type { Answer } from '../../../server/test-app.ts';
import { type Command, everything, type Plan, type Planned, pick, STATUS } from './calls.ts';
import type { Step } from './explain.ts';
import type { Model, Refusal, Row } from './model.ts';

interface Result {
	id: string;
	ok: boolean;
	code: string | null;
}

const switches = {
	publish: { published: true },
	unpublish: { published: false },
	free: { free: true },
	premium: { free: false },
} as const;

/** Which of the people is one. */
const ADMIN = 1;

/** More at once would have more orders than can be tried. */
const ALL = 3;

/** It begins, and nothing can be in its way. */
const BEGIN: Step = () => true;

/** Each item by itself, in any order: done as the answer has it, or refused for the reason that it gives. */
const each = ({ body }: Answer, work: (model: Model, id: string) => Refusal | undefined): Step[] =>
	(body.data.results as Result[]).map(({ id, ok, code }) => (model) => {
		const refusal = work(model, id);
		return ok ? refusal === undefined : refusal === code;
	});

/** Writes down what became of an item; by ids, since the same done in another order is the same. */
const note = (
	model: Model,
	operation: string,
	done: NonNullable<ReturnType<Model['operations']['get']>>[number],
) => {
	const all = [...(model.operations.get(operation) ?? []), done];
	model.operations.set(
		operation,
		all.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
	);
};

/** The row and two more of its kind, wherever they lie. */
const someOf = (model: Model, row: Row, { also, way }: Command) => {
	const gone = [...model.deletions.values()].map(({ rows }) => rows[0] as Row);
	const alike = [...everything(model), ...gone].filter(({ kind }) => kind === row.kind);
	return [...new Set([row.id, pick(alike, also).id, pick(alike, way).id])];
};

/** All of a course that match, as a list across all courses finds them; the courses themselves by their name. */
const whereOf = (model: Model, row: Row) => {
	const course = model.courseOf(row.id);
	const isCourse = row.kind === 'courses';
	return {
		where: isCourse ? { search: row.name } : { course_id: course ?? '' },
		matching: (now: Model) =>
			now
				.listOfKind(row.kind)
				.flatMap(({ id, name }) =>
					(isCourse ? folded(name).includes(folded(row.name)) : now.courseOf(id) === course)
						? [id]
						: [],
				),
	};
};

/** Publishes, hides, frees or closes several at once: some by their ids, or all that match. */
export const switchMany: Plan = (model, row, command) => {
	const names = Object.keys(switches).slice(
		0,
		row.free === null ? 2 : 4,
	) as (keyof typeof switches)[];
	const action = pick(row.published === null ? [] : names, command.way);
	if (!action) return removeMany(model, row, command, '');
	const { where, matching } = whereOf(model, row);
	const expected = matching(model).length;
	const all = expected <= ALL && command.way % 2 === 0;
	const begin = ({ status, body }: Answer): Step => {
		const asked = new Set((body.data.results as Result[] | undefined)?.map(({ id }) => id));
		return (now) => {
			const ids = matching(now);
			if (status === 409) return ids.length !== expected && body.data.total === ids.length;
			// Of a copy of this very moment nobody knows the ids of all rows yet.
			return ids.length === asked.size && ids.every((id) => id.startsWith('~') || asked.has(id));
		};
	};
	return {
		method: 'POST',
		path: '/bulk',
		body: {
			kind: resources[row.kind].word,
			action,
			...(all ? { where, expected } : { ids: someOf(model, row, command) }),
		},
		explained: (answer) =>
			all && answer.status === 409
				? [begin(answer)]
				: answer.status === 200
					? [
							all ? begin(answer) : BEGIN,
							...each(answer, (now, id) => {
								const before = now.rows.get(id);
								if (!before) return 'not_found';
								const [[field, value]] = Object.entries(switches[action]) as [[keyof Row, boolean]];
								now.edit(id, { [field]: value });
								const { version } = now.rows.get(id) as Row;
								note(now, answer.body.data.operation, {
									id,
									version,
									before: { [field]: before[field] },
								});
								return undefined;
							}),
						]
					: [() => false],
	};
};

export const removeMany: Plan = (model, row, command) => ({
	method: 'POST',
	path: '/bulk',
	body: { kind: resources[row.kind].word, action: 'delete', ids: someOf(model, row, command) },
	explained: (answer) =>
		answer.status === 200
			? [
					BEGIN,
					...each(answer, (now, id) => {
						const { version = 0 } = now.rows.get(id) ?? {};
						// Which deletion it became, the trash tells: the item's own.
						const deletion = `of ${answer.body.data.operation} ${id}`;
						const refusal = now.remove(id, deletion);
						if (!refusal) note(now, answer.body.data.operation, { id, version, deletion });
						return refusal;
					}),
				]
			: [() => false],
});

/** Moves several under a parent that may be of another course. */
export const moveMany: Plan = (model, row, command, name) => {
	const kind = above(row.kind).at(-1);
	if (!kind) return switchMany(model, row, command, name);
	const target = pick(
		everything(model).filter((each) => each.kind === kind),
		command.also,
	);
	const to = { [`${resources[kind].kind}_id`]: target.id };
	return {
		method: 'POST',
		path: '/bulk',
		body: { kind: resources[row.kind].word, action: 'move', ids: someOf(model, row, command), to },
		explained: (answer) => {
			if (answer.status === 422) return [(now) => !now.rows.has(target.id)];
			if (answer.status !== 200) return [() => false];
			const begin: Step = (now) => now.rows.has(target.id);
			const moves = each(answer, (now, id) => {
				if (!now.rows.has(id) || !now.rows.has(target.id)) return 'not_found';
				const left = now.move(id, target.id);
				note(now, answer.body.data.operation, {
					id,
					version: (now.rows.get(id) as Row).version,
					left,
				});
				return undefined;
			});
			return [begin, ...moves];
		},
	};
};

/** Undoes an operation, or what is left of it. */
export const undo = (model: Model, { on }: Command): Planned | undefined => {
	const operations = [...model.operations.keys()];
	if (operations.length === 0) return undefined;
	const operation = pick(operations, on);
	return {
		method: 'POST',
		path: `/operations/${operation}/undo`,
		explained: (answer) => {
			const begin: Step = (now) => {
				const isOver = now.undone.has(operation) && now.operations.get(operation)?.length === 0;
				now.undone.add(operation);
				return answer.status === (isOver ? 409 : 200);
			};
			if (answer.status !== 200) return [begin];
			// Rows that an earlier undo restored are among the results too.
			const back = each(answer, (now, id) => {
				const left = now.operations.get(operation) ?? [];
				const done = left.find((one) => one.id === id);
				const refusal = done && now.takeBack(done);
				if (!refusal)
					now.operations.set(
						operation,
						left.filter((one) => one !== done),
					);
				return refusal;
			});
			return [begin, ...back];
		},
	};
};

/** Takes something out of the trash for good; an administrator does. */
export const purge = (model: Model, { on }: Command): Planned | undefined => {
	const deletions = [...model.deletions.keys()];
	if (deletions.length === 0) return undefined;
	const deletion = pick(deletions, on);
	return {
		method: 'DELETE',
		path: `/trash/${deletion}`,
		who: ADMIN,
		explained: ({ status }) => [(now) => status === (now.purge(deletion) ? 200 : 404)],
	};
};

/** Brings something back from the trash. */
export const restore = (model: Model, { on }: Command): Planned | undefined => {
	const deletions = [...model.deletions.keys()];
	if (deletions.length === 0) return undefined;
	const deletion = pick(deletions, on);
	return {
		method: 'POST',
		path: `/trash/${deletion}/restore`,
		explained: ({ status }) => [
			(now) => {
				const refusal = now.restore(deletion);
				return status === (refusal ? STATUS[refusal] : 200);
			},
		],
	};
};
