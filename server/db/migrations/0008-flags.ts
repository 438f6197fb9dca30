import type { Step } from './step.ts';

const LISTED = {
	subjects: ['published', 'free'],
	topics: ['published', 'free'],
	exam_sets: ['published'],
	past_papers: ['published', 'free'],
};

/**
 * How many rows are published or free is counted in an index of these alone, a sixth of the size of the
 * ones that a list is walked in; PostgreSQL counts with several workers.
 */
export const flags: Step = (engine) => ({
	up: async (db) => {
		if (engine === 'postgres') return;
		for (const [name, columns] of Object.entries(LISTED))
			await db.schema.createIndex(`${name}_flags`).on(name).columns(columns).execute();
	},
});
