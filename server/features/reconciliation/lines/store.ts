import { type RawBuilder, sql } from 'kysely';
import { folded } from '#shared/contract/fields.ts';
import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import {
	OPEN_STATES,
	type ReconciliationLinesQuery,
} from '#shared/contract/reconciliation-query.ts';
import { readPhone } from '#shared/phone.ts';
import { readPage } from '../../../api/page.ts';
import type { Db } from '../../../db/database.ts';
import { contains } from '../../../db/engine.ts';
import { searchedText } from '../../payments/shown/store.ts';
import { completedAt } from '../../payments/store.ts';
import { reasonOf } from '../reasons.ts';
import { type Items, monthItems, placeOf } from '../store.ts';
import { suggestionsFor } from '../suggestions.ts';
import { type Item, paidAtOf, shillings, timeOf } from '../tables.ts';

const SEARCHED = ['receipt', 'payer_name', 'phone', 'account_reference', 'details'];

type Beside = Pick<ReconciliationLine, 'suggestions'> & { bookedAt: string | null };

const toWire = (item: Item, { suggestions, bookedAt }: Beside): ReconciliationLine => ({
	id: item.id,
	of: item.of,
	at: timeOf(item),
	state: item.state,
	kind: item.kind,
	receipt: item.receipt,
	details: item.details,
	payer_name: item.payer_name,
	phone: item.phone,
	account_reference: item.account_reference,
	paid_in: shillings(item.paid_in),
	withdrawn: shillings(item.withdrawn),
	linked_receipt: item.linked_receipt,
	transaction:
		item.payment_id === null
			? null
			: {
					id: item.payment_id,
					amount: Number(item.payment_amount),
					at: paidAtOf(item),
					booked_at: bookedAt,
					status: item.payment_status ?? '',
					receipt: item.payment_receipt,
				},
	reason: reasonOf({ ...item, at: timeOf(item) }),
	decision:
		item.decided === null
			? null
			: {
					as: item.decided,
					reason: item.reason ?? '',
					by: item.decided_by ?? '',
					at: item.decided_at ?? '',
					transaction_id: ['booked', 'attached'].includes(item.decided) ? item.payment_id : null,
				},
	suggestions,
});

/** Which items, in which order; with what they may belong to as of `now`, where that is said. */
interface Wanted {
	where?: RawBuilder<unknown>;
	order?: RawBuilder<unknown>;
	limit: number;
	offset?: number;
	now?: number;
	/** Searched is what is shown of phones, and no other digit of them. */
	hides?: boolean;
}

/** A page of items as the API shows them, in an order, by default the latest first; and how many there are. */
export const itemLines = async (
	db: Db,
	items: Items,
	{
		where = sql`1 = 1`,
		order = sql`place desc, id`,
		limit,
		offset = 0,
		now,
		hides = false,
	}: Wanted,
) => {
	const searched = searchedText(db, SEARCHED, hides);
	const all = sql`(select items.*, ${searched} as searched,
		${placeOf(db)} as place from (${items}) as items) as found`;
	const page = await sql<Item>`select * from ${all} where ${where} order by ${order}
		limit ${limit} offset ${offset}`.execute(db);
	const total = await sql<{ n: number }>`select count(*) as n from ${all} where ${where}`.execute(
		db,
	);
	const suggestions = now === undefined ? new Map() : await suggestionsFor(db, page.rows, now);
	const booked = await completedAt(
		db,
		page.rows.flatMap(({ payment_id }) => payment_id ?? []),
	);
	const data = page.rows.map((item) =>
		toWire(item, {
			suggestions: suggestions.get(item.id) ?? [],
			bookedAt: booked.get(item.payment_id ?? '') ?? null,
		}),
	);
	return { data, total: Number(total.rows[0]?.n ?? 0) };
};

/** A whole phone is found in any spelling, as it is kept. */
const isSearched = (db: Db, words: string) => {
	const phone = readPhone(words);
	return phone === undefined
		? contains(db, 'searched', words)
		: sql`(${contains(db, 'searched', words)} or phone = ${phone})`;
};

/** The lines of a month and the payments that no line is about, newest first: a page, and how many there are. */
export const listLines = async (
	db: Db,
	{ month, state, search, ...paging }: ReconciliationLinesQuery & { month: string },
	now: number,
	hides: boolean,
) => {
	const { items } = await monthItems(db, month, now);
	const states = state === 'open' ? OPEN_STATES : state && [state];
	const words = folded(search ?? '');
	const where = sql.join(
		[
			sql`1 = 1`,
			...(states ? [sql`state in (${sql.join(states.map((one) => sql.lit(one)))})`] : []),
			...(words === '' ? [] : [isSearched(db, words)]),
		],
		sql` and `,
	);
	return itemLines(db, items, { where, ...readPage(paging), now, hides });
};
