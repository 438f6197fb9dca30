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
		const { rows } = await sql<{ account: string }>`
			select account from learner_devices
			union select about_id from decisions
				where about_kind = 'account' and what = 'grant' and withdrawn_at is null
			union select p.account from payments as p
				where p.account is not null and p.status = 'completed' and (p.months is not null
					or exists (select 1 from decisions as d where d.payment_id = p.id and d.what = 'assignment'
						and d.months is not null and d.withdrawn_at is null))`.execute(db);
		const created_at = new Date().toISOString();
		const accounts = rows
			.filter(({ account }) => !PHONE.test(account))
			.map(({ account }) => ({
				account,
				made_by: 'system:upgrade',
				made_name: 'Upgrade',
				created_at,
				closed_at: findAccountProblem(account) === undefined ? null : created_at,
			}));
		for (const portion of splitIntoPortions(accounts, 200))
			await db.insertInto('accounts').values(portion).execute();
	},
});
