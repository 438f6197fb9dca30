import { sql } from 'kysely';
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
	{ status, from, to, code, mark, payer, waiting }: Range,
	limit: number,
	offset: number,
) => {
	const isPlain = [from, to, code, mark, payer, waiting].every((each) => each === undefined);
	if (!isPlain || offset > NEAR) return undefined;
	const total = (of: typeof status) => {
		const counted = db
			.selectFrom('payment_counts')
			.select(sql<number>`cast(coalesce(sum(n), 0) as bigint)`.as('total'))
			.where('scope', '=', SCOPES.all);
		return of === undefined ? counted : counted.where('label', '=', of);
	};
	const found = await runCompiled<Payment & { total: number }>(
		db,
		`payments near the top, ${status ? 'of one state' : 'of any'}`,
		[SCOPES.all, ...(status ? [status, status] : []), limit, offset],
		() => {
			const rows = paymentRows(db).select(total(status).as('total')).orderBy('seq', 'desc');
			return (status ? rows.where('status', '=', status) : rows).limit(limit).offset(offset);
		},
	);
	const [first] = found;
	return first && { total: first.total, rows: found };
};
