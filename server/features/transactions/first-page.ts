import { sql } from 'kysely';
import type { Status } from '#shared/contract/transactions-query.ts';
import type { Page } from '../../api/page.ts';
import { runCompiled } from '../../db/compiled.ts';
import type { Db } from '../../db/database.ts';
import { SCOPES } from '../payments/counts/store.ts';
import { type Payment, paymentRows } from '../payments/store.ts';
import type { Range } from './range.ts';

/** So deep into the list a page is walked to; what lies deeper is found by the figures. */
const NEAR = 1_000;

/**
 * A page that is near the top of all payments, or of those in one state, with how many there are: one
 * statement, since these are what a desk has open all day. Undefined where it takes more than that.
 */
export const firstPage = async (
	db: Db,
	{ status, days, counted }: Range,
	{ limit, offset }: Page,
) => {
	const isPlain = counted?.scope === 'day' && days.from === undefined && days.to === undefined;
	if (!isPlain || offset > NEAR) return undefined;
	const found = await runCompiled<Payment & { total: number }>(
		db,
		`payments near the top, ${status ? 'of one state' : 'of any'}`,
		[SCOPES.all, ...(status ? [status, status] : []), limit, offset],
		() => {
			const counted = db
				.selectFrom('payment_counts')
				.select(sql<number>`cast(coalesce(sum(n), 0) as bigint)`.as('total'))
				.where('scope', '=', SCOPES.all)
				.$if(status !== undefined, (query) => query.where('label', '=', status as Status));
			const rows = paymentRows(db).select(counted.as('total')).orderBy('seq', 'desc');
			return (status ? rows.where('status', '=', status) : rows).limit(limit).offset(offset);
		},
	);
	const [first] = found;
	return first && { total: first.total, rows: found };
};
