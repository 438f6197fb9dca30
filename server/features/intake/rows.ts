import type { IntakeCells } from '#shared/contract/intake.ts';
import { portions } from '#shared/portions.ts';
import type { Db } from '../../db/database.ts';
import { isId } from '../../db/engine.ts';
import { notFound } from '../../errors.ts';
import type { IntakeTableRow } from './tables.ts';

/** A row as it is kept, and what the operation that it was given to has made of it. */
export interface KeptRow {
	id: string;
	n: number;
	path: string;
	url: string;
	given: IntakeCells;
	skipped: boolean;
	/** Still to be made. */
	isPending: boolean;
	/** Null also where it was deleted since. */
	paper_id: string | null;
	error: string | null;
}

/** Rows of intakes with what became of them. */
const keptRows = (db: Db) =>
	db
		.selectFrom('intake_rows')
		.leftJoin('operation_rows', (join) =>
			join
				.onRef('operation_rows.operation', '=', 'intake_rows.operation')
				.onRef('operation_rows.n', '=', 'intake_rows.operation_n'),
		)
		.leftJoin('past_papers', 'past_papers.id', 'operation_rows.item_id');

/** Files that other intakes are just making papers of: their links, and how those will be called. */
export const underWay = async (db: Db, intake: string, links: readonly string[]) => {
	const found: { url: string; name: string | null }[] = [];
	for (const some of portions(links))
		found.push(
			...(await keptRows(db)
				.select(['intake_rows.url', 'operation_rows.name'])
				.where('intake_rows.url', 'in', some)
				.where('intake_rows.intake', '!=', intake)
				.where('operation_rows.state', '=', 'pending')
				.execute()),
		);
	return found;
};

/** The rows of an intake in their order. */
export const rowsOf = async (db: Db, intake: string): Promise<KeptRow[]> => {
	const rows = await keptRows(db)
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

/** How the rows of intakes stand: saved where there is something, and nothing else is left. */
export const stateOf = (rows: readonly Pick<KeptRow, 'skipped' | 'isPending' | 'paper_id'>[]) => {
	if (rows.some(({ isPending }) => isPending)) return 'saving' as const;
	const isDone = rows.every(({ skipped, paper_id }) => skipped || paper_id !== null);
	return isDone && rows.some(({ paper_id }) => paper_id !== null)
		? ('saved' as const)
		: ('open' as const);
};

/** The same of several intakes at once, by their ids. */
export const standingOf = async (db: Db, intakes: readonly string[]) => {
	const query = keptRows(db)
		.select(['intake_rows.intake', 'intake_rows.skipped', 'operation_rows.state'])
		.select('past_papers.id as paper_id')
		.where('intake_rows.intake', 'in', intakes);
	const rows = intakes.length > 0 ? await query.execute() : [];
	const standing = rows.map(({ skipped, state, ...row }) => ({
		...row,
		skipped: Boolean(skipped),
		isPending: state === 'pending',
	}));
	return Map.groupBy(standing, ({ intake }) => intake);
};

/** An intake by its id, which may be any text; rejects with `not_found` where there is none. */
export const findIntake = async (db: Db, id: string): Promise<IntakeTableRow> => {
	const row = isId(id)
		? await db.selectFrom('intakes').selectAll().where('id', '=', id).executeTakeFirst()
		: undefined;
	if (!row) throw notFound('Intake');
	return row;
};
