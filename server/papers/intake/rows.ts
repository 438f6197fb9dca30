import type { Selectable } from 'kysely';
import type { IntakeCells } from '#shared/contract/papers/intake.ts';
import type { Db } from '../../platform/db/database.ts';
import { isId } from '../../platform/db/engine.ts';
import { notFound } from '../../platform/errors.ts';

/** A batch of uploaded files that become past papers. */
interface IntakeTable {
	id: string;
	at: string;
	/** Time of the last change. The intake is deleted 30 days later. */
	changed_at: string;
	/** Kind and id in one text, as in `person:0198…`. */
	actor: string;
	actor_name: string;
	/** The default course of its rows. */
	course_id: string | null;
	/** The operation of its last save. */
	operation: string | null;
}
export type IntakeTableRow = Selectable<IntakeTable>;

/** A file of an intake. */
interface IntakeRowTable {
	id: string;
	intake: string;
	/** Order of arrival, from 1; the table is ordered by path instead. */
	n: number;
	/** Path in the chosen folder. */
	path: string;
	/** Our own link to the file, which keeps it from being swept. */
	url: string;
	/** `IntakeCells` as JSON: only values that a person set. */
	given: string;
	skipped: boolean;
	/** The row of the operation that creates its past paper. */
	operation: string | null;
	operation_n: number | null;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		intakes: IntakeTable;
		intake_rows: IntakeRowTable;
	}
}

/** A stored row, and the result of the operation that saved it. */
export interface StoredRow {
	id: string;
	intake: string;
	n: number;
	path: string;
	url: string;
	given: IntakeCells;
	skipped: boolean;
	/** True while its save is pending. */
	isPending: boolean;
	/** Null also after the paper was deleted. */
	paper_id: string | null;
	error: string | null;
}

/** Lists the rows of intakes with the results of their operations, in order. */
export const listRows = async (db: Db, intakes: readonly string[]): Promise<StoredRow[]> => {
	if (intakes.length === 0) return [];
	const rows = await db
		.selectFrom('intake_rows as row')
		.leftJoin('operation_rows as result', (join) =>
			join
				.onRef('result.operation', '=', 'row.operation')
				.onRef('result.n', '=', 'row.operation_n'),
		)
		.leftJoin('past_papers', 'past_papers.id', 'result.item_id')
		.select(['row.id', 'row.intake', 'row.n', 'row.path', 'row.url', 'row.given', 'row.skipped'])
		.select(['result.state', 'result.error', 'past_papers.id as paper_id'])
		.where('row.intake', 'in', intakes)
		.orderBy('row.n')
		.execute();
	return rows.map(({ given, state, error, ...row }) => ({
		...row,
		given: JSON.parse(given),
		isPending: state === 'pending',
		error: state === 'failed' ? error : null,
	}));
};

/**
 * Returns the state of an intake from its rows: `saved` if at least one row is a paper and all others are skipped or
 * papers.
 */
export const computeState = (rows: readonly StoredRow[]) => {
	if (rows.some(({ isPending }) => isPending)) return 'saving' as const;
	const isDone = rows.every(({ skipped, paper_id }) => skipped || paper_id !== null);
	return isDone && rows.some(({ paper_id }) => paper_id !== null)
		? ('saved' as const)
		: ('open' as const);
};

/** Finds an intake by its id, which may be any text. Rejects with `not_found` for an unknown one. */
export const findIntake = async (db: Db, id: string): Promise<IntakeTableRow> => {
	const row = isId(id)
		? await db.selectFrom('intakes').selectAll().where('id', '=', id).executeTakeFirst()
		: undefined;
	if (!row) throw notFound('Intake');
	return row;
};
