import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs.ts';
import { deleteOldTries } from './claim-tries.ts';
import { deleteOldCodes } from './codes.ts';

const UNUSED_MS = 90 * 24 * 60 * 60_000;

/** Deletes what is no longer used, every hour: codes, claims, and devices of accounts without a payment or a grant. */
export const deleteDevicesJob = (database: Database): Job => ({
	name: 'Delete unused devices',
	firstMs: 15 * 60_000,
	everyMs: 60 * 60_000,
	run: () =>
		database.write(async (trx) => {
			const now = Date.now();
			await deleteOldTries(trx, now);
			await deleteOldCodes(trx, now);
			const { numDeletedRows } = await trx
				.deleteFrom('learner_devices')
				.where('seen_at', '<', new Date(now - UNUSED_MS).toISOString())
				.where(({ not, exists, selectFrom }) =>
					not(
						exists(
							selectFrom('payments')
								.select('id')
								.whereRef('payments.account', '=', 'learner_devices.account')
								.where('status', '=', 'completed'),
						),
					),
				)
				.where(({ not, exists, selectFrom }) =>
					not(
						exists(
							selectFrom('decisions')
								.select('id')
								.whereRef('decisions.about_id', '=', 'learner_devices.account')
								.where('about_kind', '=', 'account')
								.where('withdrawn_at', 'is', null),
						),
					),
				)
				.executeTakeFirst();
			return `${numDeletedRows} devices forgotten`;
		}),
});
