import type { IntakeValues } from '#shared/contract/papers/intake.ts';
import { buildLink } from '../../content/files/store.ts';
import { examSetStore } from '../../content/kinds/store.ts';
import { addNewItems, begin, type OperationRow } from '../../content/operations/begin.ts';
import { findOperation } from '../../content/operations/store.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/engine.ts';
import { conflict } from '../../platform/errors.ts';
import { type FullRow, readFullRows } from './describe.ts';
import { listRows } from './rows.ts';
import { lockIntake } from './store.ts';

/** The exam set of new papers; `made` if this save created it. */
interface Target {
	id: string;
	made?: { id: string; version: number };
}

const isReady = ({ stored, skipped, problems }: FullRow) =>
	!skipped &&
	stored.paper_id === null &&
	!stored.isPending &&
	!problems.some(({ severity }) => severity === 'stops');

const buildKey = ({ course_id, exam_set, year }: IntakeValues) =>
	JSON.stringify([course_id, exam_set?.name.toLowerCase(), year]);

/** Returns the exam sets of rows; creates each missing one once. */
const createTargets = async (trx: Trx, rows: readonly FullRow[], context: AuditContext) => {
	const targets = new Map<string, Target>();
	for (const { values } of rows) {
		const { course_id, exam_set, year, series } = values;
		if (!exam_set || course_id === null || targets.has(buildKey(values))) continue;
		if (exam_set.id !== null) {
			targets.set(buildKey(values), { id: exam_set.id });
			continue;
		}
		const store = examSetStore(trx);
		const place = { courseId: course_id };
		const order_num = await store.nextOrder(place);
		const input = { name: exam_set.name, ...(year !== null && { year }), series, order_num };
		const made = await store.create(place, input, context);
		targets.set(buildKey(values), { id: made.id, made: { id: made.id, version: made.version } });
	}
	return targets;
};

/** Returns the error for a save without ready rows, with the first problem. */
const refuseEmpty = (rows: readonly FullRow[]) => {
	const row = rows.find(
		({ skipped, stored, problems }) => !skipped && !stored.paper_id && problems[0],
	);
	const reason = row ? ` Row ${row.n}: ${row.problems[0]?.text}` : '';
	return conflict(`No row is ready to be saved.${reason}`);
};

/**
 * Begins the operation that creates past papers, as drafts, of all rows without blocking problems. Missing exam sets
 * are created at once. Returns the operation of an earlier save that has not ended. Fails with `conflict` if no row is
 * ready.
 */
export const saveIntake = async (
	trx: Trx,
	intakeId: string,
	context: AuditContext,
	now: number,
): Promise<OperationRow> => {
	// One save at a time, so that two people who need the same new exam set create it once.
	await lockName(trx, 'saves of intakes');
	const intake = await lockIntake(trx, intakeId);
	const isPending = (await listRows(trx, [intake.id])).some((row) => row.isPending);
	if (isPending && intake.operation) return findOperation(trx, intake.operation);
	const rows = await readFullRows(trx, intake, false);
	const ready = rows.filter(isReady);
	if (ready.length === 0) throw refuseEmpty(rows);
	const operation = await begin(trx, { kind: 'pastPapers', action: 'create' }, context, now);
	const targets = await createTargets(trx, ready, { ...context, operation: operation.id });
	const items = ready.map(({ id, values, file }) => {
		const { course_id, subject_id, name, codes, kind, source } = values;
		const target = targets.get(buildKey(values)) as Target;
		return {
			id,
			name,
			place: { courseId: course_id as string, examSetId: target.id },
			fields: { name, subject_id, codes, kind, source, url: buildLink(file) },
			...(target.made && { parent: target.made }),
		};
	});
	await addNewItems(trx, operation.id, items);
	for (const [at, { id }] of items.entries())
		await trx
			.updateTable('intake_rows')
			.set({ operation: operation.id, operation_n: at + 1 })
			.where('id', '=', id)
			.execute();
	await trx
		.updateTable('intakes')
		.set({ operation: operation.id })
		.where('id', '=', intake.id)
		.execute();
	return { ...operation, total: items.length };
};
