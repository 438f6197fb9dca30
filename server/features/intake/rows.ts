import type { IntakeCells } from '#shared/contract/intake.ts';
import type { Db } from '../../db/database.ts';
import { isId } from '../../db/engine.ts';
import { notFound } from '../../errors.ts';
import type { IntakeTableRow } from './tables.ts';

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
export const rowsOf = async (db: Db, intakes: readonly string[]): Promise<StoredRow[]> => {
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
	return rows.map(({ given, skipped, state, error, ...row }) => ({
		...row,
		given: JSON.parse(given),
		skipped: Boolean(skipped),
		isPending: state === 'pending',
		error: state === 'failed' ? error : null,
	}));
};

/**
 * Returns the state of an intake from its rows: `saved` if at least one row is a paper and all others are skipped or
 * papers.
 */
export const stateOf = (rows: readonly StoredRow[]) => {
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
