import { INTAKE_DAYS } from '#shared/contract/intake.ts';
import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import type { Job } from '../../jobs/jobs.ts';
import { deleteIntake } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 100;

/** Forgets the intakes that nobody has worked on for 30 days; resolves to how many. */
export const forgetIntakes = async (database: Database, now: number, signal?: AbortSignal) => {
	const before = new Date(now - INTAKE_DAYS * DAY_MS).toISOString();
	const old = await database.read
		.selectFrom('intakes')
		.select('id')
		.where('changed_at', '<', before)
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
			// Gone meanwhile, or being saved just now.
			if (!(error instanceof AppError)) throw error;
		}
	}
	return forgotten;
};

/** That, every day. */
export const forgetIntakesJob = (database: Database): Job => ({
	name: 'Forget old intakes',
	firstMs: 12 * 60_000,
	everyMs: DAY_MS,
	run: async (signal) => `${await forgetIntakes(database, Date.now(), signal)} intakes forgotten`,
});
