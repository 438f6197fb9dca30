import { setImmediate as letOthersRun } from 'node:timers/promises';
import { inChunks } from '../../content/chunks.ts';
import type { Database } from '../../db/database.ts';
import type { Job } from '../../jobs/jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 5_000;

/**
 * Forgets the lines of statements that never came whole, which nobody sees; resolves to how many. No statement is
 * taken in meanwhile.
 */
export const forgetLines = (database: Database, signal?: AbortSignal) =>
	database.holding('statements', async (write) => {
		const statements = await database.read.selectFrom('statements').select('id').execute();
		const known = new Set(statements.map(({ id }) => id));
		let forgotten = 0;
		for (let after: string | undefined = ''; after !== undefined && !signal?.aborted; ) {
			const rows = await database.read
				.selectFrom('statement_line_rows')
				.select(['id', 'statement'])
				.where('id', '>', after)
				.orderBy('id')
				.limit(AT_ONCE)
				.execute();
			const unseen = rows.filter(({ statement }) => !known.has(statement)).map(({ id }) => id);
			await inChunks(unseen, (some) =>
				write((trx) => trx.deleteFrom('statement_line_rows').where('id', 'in', some).execute()),
			);
			forgotten += unseen.length;
			after = rows.at(-1)?.id;
			await letOthersRun();
		}
		return forgotten;
	});

/** That, every day. */
export const forgetLinesJob = (database: Database): Job => ({
	name: 'Forget unseen lines',
	firstMs: 14 * 60_000,
	everyMs: DAY_MS,
	run: async (signal) => `${await forgetLines(database, signal)} lines forgotten`,
});
