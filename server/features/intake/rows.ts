import type { IntakeCells } from '#shared/contract/intake.ts';
import { portions } from '#shared/portions.ts';
import type { Db } from '../../db/database.ts';
import { isId } from '../../db/engine.ts';
import { notFound } from '../../errors.ts';
import type { IntakeTableRow } from './tables.ts';

/** A stored row, and the result of the operation that saved it. */
export interface StoredRow {
	id: string;
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

/** Selects rows of intakes with the results of their operations. */
const selectRows = (db: Db) =>
	db
		.selectFrom('intake_rows')
		.leftJoin('operation_rows', (join) =>
			join
				.onRef('operation_rows.operation', '=', 'intake_rows.operation')
				.onRef('operation_rows.n', '=', 'intake_rows.operation_n'),
		)
		.leftJoin('past_papers', 'past_papers.id', 'operation_rows.item_id');

/** Finds files of which other intakes are creating papers now: their links, and the names of the papers. */
export const findRunningSaves = async (db: Db, intake: string, links: readonly string[]) => {
	const found: { url: string; name: string | null }[] = [];
	for (const some of portions(links))
		found.push(
			...(await selectRows(db)
				.select(['intake_rows.url', 'operation_rows.name'])
				.where('intake_rows.url', 'in', some)
				.where('intake_rows.intake', '!=', intake)
				.where('operation_rows.state', '=', 'pending')
				.execute()),
		);
	return found;
};

/** Lists the rows of an intake in order. */
export const rowsOf = async (db: Db, intake: string): Promise<StoredRow[]> => {
	const rows = await selectRows(db)
		.select([
			...(['intake_rows.id', 'intake_rows.n', 'intake_rows.path', 'intake_rows.url'] as const),
			...(['intake_rows.given', 'intake_rows.skipped', 'operation_rows.state'] as const),
			...(['operation_rows.error', 'past_papers.id as paper_id'] as const),
		])
		.where('intake_rows.intake', '=', intake)
		.orderBy('intake_rows.n')
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
export const stateOf = (rows: readonly Pick<StoredRow, 'skipped' | 'isPending' | 'paper_id'>[]) => {
	if (rows.some(({ isPending }) => isPending)) return 'saving' as const;
	const isDone = rows.every(({ skipped, paper_id }) => skipped || paper_id !== null);
	return isDone && rows.some(({ paper_id }) => paper_id !== null)
		? ('saved' as const)
		: ('open' as const);
};

/** Reads the rows of several intakes for `stateOf`, by intake id. */
export const statesOf = async (db: Db, intakes: readonly string[]) => {
	const query = selectRows(db)
		.select(['intake_rows.intake', 'intake_rows.skipped', 'operation_rows.state'])
		.select('past_papers.id as paper_id')
		.where('intake_rows.intake', 'in', intakes);
	const rows = intakes.length > 0 ? await query.execute() : [];
	const states = rows.map(({ skipped, state, ...row }) => ({
		...row,
		skipped: Boolean(skipped),
		isPending: state === 'pending',
	}));
	return Map.groupBy(states, ({ intake }) => intake);
};

/** Finds an intake by its id, which may be any text. Rejects with `not_found` for an unknown one. */
export const findIntake = async (db: Db, id: string): Promise<IntakeTableRow> => {
	const row = isId(id)
		? await db.selectFrom('intakes').selectAll().where('id', '=', id).executeTakeFirst()
		: undefined;
	if (!row) throw notFound('Intake');
	return row;
};
