import { randomUUIDv7 } from 'node:crypto';
import {
	INTAKE_DAYS,
	INTAKE_MAX,
	type IntakeCells,
	type IntakeChanges,
	type IntakeField,
} from '#shared/contract/papers/intake.ts';
import { lockOwnFiles } from '../../content/files/store.ts';
import { hasOnlyIds } from '../../content/resources/rows.ts';
import { toAuthorColumns } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { type AuditContext, SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import type { Database, Db, Trx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/engine.ts';
import { AppError, conflict, invalid } from '../../platform/errors.ts';
import type { Job } from '../../platform/jobs.ts';
import { findIntake, type IntakeTableRow, listRows, type StoredRow } from './rows.ts';

const toAuditItem = ({ id }: { id: string }) => ({ kind: 'intake' as const, id, name: null });

/** Creates an empty intake. `course_id` is the default course of its rows. */
export const createIntake = async (trx: Trx, course_id: string | null, context: AuditContext) => {
	await requireReferences(trx, [{ course_id }]);
	const author = toAuthorColumns({ context, now: Date.now() });
	const row: IntakeTableRow = {
		id: randomUUIDv7(),
		...author,
		changed_at: author.at,
		course_id,
		operation: null,
	};
	await trx.insertInto('intakes').values(row).execute();
	recordAudit(trx, context, { action: 'create', item: toAuditItem(row) });
	return row;
};

/**
 * Locks an intake until the transaction ends, so that two people at once do not overwrite each other's changes. Updates
 * its time of change.
 */
export const lockIntake = async (trx: Trx, id: string): Promise<IntakeTableRow> => {
	const { id: own } = await findIntake(trx, id);
	const changed_at = new Date().toISOString();
	await lockRows(
		trx,
		trx.selectFrom('intakes').selectAll().where('id', '=', own),
		'change',
	).execute();
	await trx.updateTable('intakes').set({ changed_at }).where('id', '=', own).execute();
	return findIntake(trx, own);
};

/** Items that cells refer to: table, field, label, and id. */
const REFERENCES = [
	['courses', 'course_id', 'Course', (cells: IntakeCells) => cells.course_id],
	['subjects', 'subject_id', 'Subject', (cells: IntakeCells) => cells.subject_id],
	['exam_sets', 'exam_set', 'Exam Set', (cells: IntakeCells) => cells.exam_set?.id],
] as const;

/** Rejects cells that refer to missing items. */
const requireReferences = async (db: Db, cells: readonly IntakeCells[]) => {
	for (const [table, field, label, idOf] of REFERENCES) {
		const ids = [...new Set(cells.flatMap((each) => idOf(each) ?? []))];
		if (ids.length === 0) continue;
		const query = db.selectFrom(table).select('id').where('id', 'in', ids);
		const items = hasOnlyIds({ ...ids }) ? await query.execute() : [];
		if (items.length < ids.length) throw invalid(field, `${label} not found`);
	}
};

/** Adds uploaded files; resolves to the ids of their rows, in the order of the files. */
export const addRows = async (
	trx: Trx,
	intakeId: string,
	files: readonly { path: string; url: string }[],
	context: AuditContext,
) => {
	const intake = await lockIntake(trx, intakeId);
	const locked = await lockOwnFiles(trx, [...new Set(files.map(({ url }) => url))]);
	const missingIndex = files.findIndex(({ url }) => !locked.has(url));
	if (missingIndex >= 0)
		throw invalid(`files.${missingIndex}.url`, 'This file no longer exists. Please send it again.');
	const { last, total } = await trx
		.selectFrom('intake_rows')
		.select((eb) => [eb.fn.max('n').as('last'), eb.fn.countAll().as('total')])
		.where('intake', '=', intake.id)
		.executeTakeFirstOrThrow();
	if (Number(total) + files.length > INTAKE_MAX)
		throw invalid('files', `An intake has at most ${INTAKE_MAX} files`);
	const rows = files.map(({ path, url }, index) => ({
		id: randomUUIDv7(),
		intake: intake.id,
		n: (last ?? 0) + index + 1,
		path,
		url,
		given: '{}',
		skipped: false,
		operation: null,
		operation_n: null,
	}));
	await trx.insertInto('intake_rows').values(rows).execute();
	recordAudit(trx, context, {
		action: 'update',
		item: toAuditItem(intake),
		details: { added: rows.length },
	});
	return rows.map(({ id }) => id);
};

/**
 * Returns a function that finds the rows of these ids that can still be changed. Leaves out rows that someone else
 * removed; fails with `invalid` if none is left.
 */
const openRows = async (trx: Trx, intake: string, ids: readonly string[]) => {
	const rows = new Map((await listRows(trx, [intake])).map((row) => [row.id, row]));
	if (!ids.some((id) => rows.has(id)))
		throw invalid('ids', 'These rows are no longer in this upload');
	return (id: string) => {
		const row = rows.get(id);
		return row && row.paper_id === null && !row.isPending ? row : undefined;
	};
};

const OF_COURSE: readonly IntakeField[] = ['subject_id', 'exam_set'];

/**
 * Merges new cells into those that a person set. A change of course removes the subject and exam set of the old one.
 */
const mergeCells = (
	given: IntakeCells,
	values: IntakeCells = {},
	forget: readonly IntakeField[] = [],
): IntakeCells => {
	const moves = 'course_id' in values && values.course_id !== given.course_id;
	const removedFields = new Set([...forget, ...(moves ? OF_COURSE : [])]);
	const left = Object.entries(given).filter(([field]) => !removedFields.has(field as IntakeField));
	return { ...Object.fromEntries(left), ...values };
};

/** Sets cells of rows, or removes values that were set. Rows that are papers stay unchanged. */
export const changeRows = async (
	trx: Trx,
	intakeId: string,
	{ changes }: IntakeChanges,
	context: AuditContext,
) => {
	const intake = await lockIntake(trx, intakeId);
	const allValues = changes.flatMap(({ values }) => values ?? []);
	await requireReferences(trx, allValues);
	const allIds = changes.flatMap(({ ids }) => ids);
	const open = await openRows(trx, intake.id, allIds);
	const updated = new Map<string, Pick<StoredRow, 'given' | 'skipped'>>();
	for (const { ids, values, forget, skipped } of changes)
		for (const id of ids) {
			const row = updated.get(id) ?? open(id);
			if (!row) continue;
			const given = mergeCells(row.given, values, forget);
			updated.set(id, { given, skipped: skipped ?? row.skipped });
		}
	for (const [id, { given, skipped }] of updated)
		await trx
			.updateTable('intake_rows')
			.set({ given: JSON.stringify(given), skipped })
			.where('id', '=', id)
			.execute();
	recordAudit(trx, context, {
		action: 'update',
		item: toAuditItem(intake),
		details: { rows: updated.size },
	});
};

/** Removes rows from an intake. The sweep deletes their files once they are unused. */
export const removeRows = async (
	trx: Trx,
	intakeId: string,
	ids: readonly string[],
	context: AuditContext,
) => {
	const intake = await lockIntake(trx, intakeId);
	const open = await openRows(trx, intake.id, ids);
	const removable = ids.filter((id) => open(id));
	if (removable.length > 0)
		await trx.deleteFrom('intake_rows').where('id', 'in', removable).execute();
	const details = { removed: removable.length };
	recordAudit(trx, context, { action: 'update', item: toAuditItem(intake), details });
};

/** Deletes an intake; the papers that it created stay. */
export const deleteIntake = async (trx: Trx, intakeId: string, context: AuditContext) => {
	const intake = await lockIntake(trx, intakeId);
	const rows = await listRows(trx, [intake.id]);
	if (rows.some(({ isPending }) => isPending))
		throw conflict('This is being saved. Please wait until it is done.');
	await trx.deleteFrom('intakes').where('id', '=', intake.id).execute();
	recordAudit(trx, context, {
		action: 'delete',
		item: toAuditItem(intake),
		details: { rows: rows.length },
	});
};

const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 100;

/** Deletes intakes unchanged for 30 days; resolves to their number. */
export const forgetIntakes = async (database: Database, now: number, signal?: AbortSignal) => {
	const changedBefore = new Date(now - INTAKE_DAYS * DAY_MS).toISOString();
	const old = await database.read
		.selectFrom('intakes')
		.select('id')
		.where('changed_at', '<', changedBefore)
		.orderBy('changed_at')
		.limit(AT_ONCE)
		.execute();
	let forgotten = 0;
	for (const { id } of old) {
		if (signal?.aborted) break;
		try {
			await database.write((trx) => deleteIntake(trx, id, SYSTEM_CONTEXT));
			forgotten++;
		} catch (error) {
			// Deleted by someone else, or being saved.
			if (!(error instanceof AppError)) throw error;
		}
	}
	return forgotten;
};

/** Deletes old intakes once a day. */
export const forgetIntakesJob = (database: Database): Job => ({
	name: 'Delete old uploads',
	firstMs: 12 * 60_000,
	everyMs: DAY_MS,
	run: async (signal) => `${await forgetIntakes(database, Date.now(), signal)} intakes forgotten`,
});
