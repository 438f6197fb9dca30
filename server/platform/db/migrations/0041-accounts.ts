import { sql } from 'kysely';
import { findAccountProblem } from '#shared/account.ts';
import { PHONE } from '#shared/phone.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import { type Step, sqlStep } from './step.ts';

/**
 * Adds the table of accounts, with those of devices and those that payments, grants or assignments gave months. The ones
 * that could not be made today are closed.
 */
export const accountsStep: Step = (engine) => ({
	up: async (db) => {
		await sqlStep('0041-accounts')(engine).up(db);
		// With the time when each was first seen, so that every run of this step writes the same.
		const { rows } = await sql<{ account: string; at: string; last: string }>`
			select account, min(at) as at, max(at) as last from (
				select account, signed_in_at as at from learner_devices
				union all select about_id, created_at from decisions
					where about_kind = 'account' and what = 'grant' and withdrawn_at is null
				union all select p.account, p.updated_at from payments as p
					where p.account is not null and p.status = 'completed' and (p.months is not null
						or exists (select 1 from decisions as d where d.payment_id = p.id and d.what = 'assignment'
							and d.months is not null and d.withdrawn_at is null))) as seen
			group by account`.execute(db);
		const accounts = rows
			.filter(({ account }) => !PHONE.test(account))
			.map(({ account, at, last }) => ({
				account,
				made_by: 'system:upgrade',
				made_name: 'Upgrade',
				created_at: at,
				// After the last of the payments that gave it months, so that all of them still count.
				closed_at:
					findAccountProblem(account) === undefined
						? null
						: new Date(Date.parse(last) + 1).toISOString(),
			}));
		for (const portion of splitIntoPortions(accounts, 200))
			await db.insertInto('accounts').values(portion).execute();
	},
});
