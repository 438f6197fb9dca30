import type { Database } from '../../db/database.ts';
import { inChunks } from '../../in-chunks.ts';
import type { Job } from '../../jobs/jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Forgets the lines of statements that never came whole, which nobody sees; resolves to how many. No statement is
 * taken in meanwhile.
 */
export const forgetLines = (database: Database) =>
	database.holding('statements', async (write) => {
		const unseen = await database.read
			.selectFrom('statement_line_rows')
			.select('id')
			.where('statement', 'not in', (eb) => eb.selectFrom('statements').select('id'))
			.execute();
		await inChunks(
			unseen.map(({ id }) => id),
			(ids) =>
				write((trx) => trx.deleteFrom('statement_line_rows').where('id', 'in', ids).execute()),
		);
		return unseen.length;
	});

/** That, every day. */
export const forgetLinesJob = (database: Database): Job => ({
	name: 'Forget unseen lines',
	firstMs: 14 * 60_000,
	everyMs: DAY_MS,
	run: async () => `${await forgetLines(database)} lines forgotten`,
});
