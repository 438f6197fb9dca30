import { toAccountKey } from '#shared/account.ts';
import type { AccountsQuery, ListedAccount } from '#shared/contract/finance/accounts.ts';
import { formatCount } from '#shared/grouped.ts';
import { selectActive } from '../../finance/decisions/store.ts';
import { readAccess } from '../../finance/payments/access.ts';
import { toAccountItem } from '../../finance/payments/accounts.ts';
import { lockAccounts } from '../../finance/payments/existing-accounts.ts';
import { refreshAccounts } from '../../finance/payments/refresh.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { readPage } from '../../platform/api/page.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { Db } from '../../platform/db/database.ts';
import { countTotal, hasText } from '../../platform/db/engine.ts';
import { AppError, notFound } from '../../platform/errors.ts';

const selectDevices = (db: Db, account: string) =>
	db.selectFrom('learner_devices').where('account', '=', account);
const selectCompleted = (db: Db, account: string) =>
	db.selectFrom('payments').where('account', '=', account).where('status', '=', 'completed');

/** Lists the accounts that were made, newest first, with their access as of `now` (milliseconds). */
export const listAccounts = async (db: Db, { search, ...paging }: AccountsQuery, now: number) => {
	const key = toAccountKey(search ?? null);
	const found = db
		.selectFrom('accounts')
		.where('closed_at', 'is', null)
		.$if(key !== null, (query) => query.where(hasText(db, 'account', key ?? '')));
	const { limit, offset } = readPage(paging);
	const rows = await found
		.select(['account', 'made_name', 'created_at'])
		.orderBy('created_at', 'desc')
		.orderBy('account')
		.limit(limit)
		.offset(offset)
		.execute();
	const data: ListedAccount[] = [];
	for (const { account, made_name: made_by, created_at } of rows) {
		const { open, until } = await readAccess(db, account, now);
		const payments = await countTotal(selectCompleted(db, account));
		const devices = await countTotal(selectDevices(db, account));
		data.push({ account, made_by, created_at, open, until, payments, devices });
	}
	return { data, total: await countTotal(found) };
};

/** Ends an account. Fails with 404 for one without a row, and with 409 `in_use` if something rests on it. */
export const endAccount = async ({ trx, context, now }: Acting, account: string) => {
	await lockAccounts(trx);
	const payments = trx
		.selectFrom('payments')
		.where('account', '=', account)
		.where((eb) =>
			eb.or([
				eb('status', '=', 'pending'),
				eb.and([
					eb('status', 'in', ['completed', 'written_off']),
					eb.or([eb('months', 'is not', null), eb('assignment_id', 'is not', null)]),
				]),
			]),
		);
	const grants = selectActive(trx)
		.where('d.about_kind', '=', 'account')
		.where('d.about_id', '=', account)
		.where('d.what', '=', 'grant');
	const resting = {
		payments: await countTotal(payments),
		grants: (await grants.execute()).length,
		devices: await countTotal(selectDevices(trx, account)),
	};
	const words = Object.entries(resting).flatMap(([name, count]) =>
		count > 0 ? [formatCount(count, name.slice(0, -1))] : [],
	);
	const row = await trx.deleteFrom('accounts').where('account', '=', account).executeTakeFirst();
	if (row.numDeletedRows === 0n) throw notFound('Account');
	if (words.length > 0)
		throw new AppError('in_use', `Account ${account} has ${words.join(', ')}.`, { data: resting });
	await trx.deleteFrom('learner_codes').where('account', '=', account).execute();
	await refreshAccounts(trx, [account], now);
	recordAudit(trx, context, { action: 'delete', item: toAccountItem(account) });
};
