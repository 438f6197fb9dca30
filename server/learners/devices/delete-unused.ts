import { sql } from 'kysely';
import { DEVICE } from '../../finance/payments/accounts.ts';
import { lockAccounts } from '../../finance/payments/existing-accounts.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs.ts';
import { deleteOldTries } from './claim-tries.ts';
import { deleteOldCodes } from './codes.ts';

const UNUSED_MS = 90 * 24 * 60 * 60_000;

/** True for a column with an account that has no grant and no payment. A prompt that was not paid is no payment. */
const isUnpaid = (column: string) => sql<boolean>`(not exists (
		select 1 from payments as p where p.account = ${sql.ref(column)} and p.status not in ('failed', 'void'))
	and not exists (select 1 from decisions as d where d.about_kind = 'account' and d.about_id = ${sql.ref(column)}
		and d.what = 'grant' and d.withdrawn_at is null))`;

/** Deletes the accounts of devices without a payment or grant that have no device and no code any more. */
const deleteUnusedAccounts = async (trx: Trx, before: string) => {
	await lockAccounts(trx);
	const { numDeletedRows } = await trx
		.deleteFrom('accounts')
		.where('made_by', '=', DEVICE.made_by)
		.where('created_at', '<', before)
		.where(isUnpaid('accounts.account'))
		.where('account', 'not in', (eb) => eb.selectFrom('learner_devices').select('account'))
		.where('account', 'not in', (eb) => eb.selectFrom('learner_codes').select('account'))
		.executeTakeFirst();
	return numDeletedRows;
};

/** Deletes what is no longer used, every hour: codes, claims, and devices with their accounts without a payment or grant. */
export const deleteDevicesJob = (database: Database): Job => ({
	name: 'Delete unused devices',
	firstMs: 15 * 60_000,
	everyMs: 60 * 60_000,
	run: () =>
		database.write(async (trx) => {
			const now = Date.now();
			const before = new Date(now - UNUSED_MS).toISOString();
			await deleteOldTries(trx, now);
			await deleteOldCodes(trx, now);
			const { numDeletedRows } = await trx
				.deleteFrom('learner_devices')
				.where('seen_at', '<', before)
				.where(isUnpaid('learner_devices.account'))
				.executeTakeFirst();
			const accounts = await deleteUnusedAccounts(trx, before);
			return `${numDeletedRows} devices and ${accounts} accounts forgotten`;
		}),
});
