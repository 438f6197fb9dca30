import { LIST_LIMIT_DEFAULT } from '#shared/contract/lists.ts';
import type { TakenStatement } from '#shared/contract/statements.ts';
import type { statementsQuery } from '#shared/contract/statements-query.ts';
import type { z } from '#shared/zod.ts';
import type { Db } from '../../db/database.ts';
import { totalOf } from '../../db/total.ts';
import { gapsBeside, rangesOf, spansOf } from './coverage/store.ts';
import { shillings } from './tables.ts';

/** The statements that were taken in, those of the latest time first: a page, and how many there are. */
export const listStatements = async (db: Db, query: z.infer<typeof statementsQuery>) => {
	const limit = Number(query.limit ?? LIST_LIMIT_DEFAULT);
	const rows = await db
		.selectFrom('statements')
		.selectAll()
		.orderBy('covers_from', 'desc')
		.orderBy('id', 'desc')
		.limit(limit)
		.offset((Number(query.page ?? 1) - 1) * limit)
		.execute();
	const spans = await spansOf(db);
	const data = rows.map(
		({ covers_from, covers_to, ...row }): TakenStatement => ({
			...{ id: row.id, file_name: row.file_name, at: row.at, by: row.actor_name },
			...{ short_code: row.short_code, account: row.account, from: covers_from, to: covers_to },
			...{ opening: shillings(row.opening), closing: shillings(row.closing) },
			...{ lines: row.lines, new_lines: row.new_lines },
			gaps: rangesOf(gapsBeside(spans, [Date.parse(covers_from), Date.parse(covers_to)])),
		}),
	);
	return { data, total: await totalOf(db.selectFrom('statements')) };
};
