import { content } from '#shared/contract/content.ts';
import { folded } from '#shared/contract/fields.ts';
import type { Person } from '#shared/contract/people.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import type { SearchHit } from '#shared/contract/search.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { grouped } from '#shared/grouped.ts';
import { parentColumns, selectNames } from '../../content/content-audit.ts';
import { listIn } from '../../content/list-columns.ts';
import { above, tables } from '../../content/tables.ts';
import type { Db } from '../../db/database.ts';

interface Row {
	id: string;
	name: string;
	published?: unknown;
	year?: unknown;
	[column: string]: unknown;
}

/** Items of a kind by their ids, in that order, each with what it lies under. */
export const contentHits = async (
	db: Db,
	key: ResourceKey,
	ids: readonly string[],
): Promise<SearchHit[]> => {
	const { table } = tables[key];
	const has = (field: string) => field in (content[key].item.shape as object);
	// biome-ignore lint/suspicious/noExplicitAny: a table that is a parameter, see `tableStore`
	const rows: Row[] = await (db as any)
		.selectFrom(table)
		.selectAll(table)
		.select(selectNames(key, parentColumns(key)))
		.where(`${table}.id`, 'in', ids)
		.execute();
	const hits = rows.map((row) => ({
		id: row.id,
		kind: resources[key].word,
		name: row.name,
		path: above(key).map((each) => ({
			kind: resources[each].word,
			id: row[tables[each].column] as string,
			name: (row[`${resources[each].kind}_name`] as string | null) ?? '',
		})),
		published: row.published === undefined ? null : Boolean(row.published),
		note: has('year') ? String(row.year) : listIn(row.codes).join(', ') || null,
	}));
	return ids.flatMap((id) => hits.find((hit) => hit.id === id) ?? []);
};

const STATUS = { completed: 'Completed', pending: 'Pending', failed: 'Failed' } as const;
/** What M-Pesa sends where it hides a number. */
const HASHED = /^[0-9a-f]{64}$/;

/** A payment: its receipt, and in a line who paid how much and what became of it. */
export const paymentHit = (payment: Transaction): SearchHit => {
	const { id, mpesa_receipt_number, phone_number, amount, status } = payment;
	const phone = phone_number && HASHED.test(phone_number) ? 'Phone hidden by M-Pesa' : phone_number;
	return {
		...{ id, kind: 'payments', path: [], published: null },
		name: mpesa_receipt_number ?? (status === 'pending' ? 'No receipt yet' : 'No receipt'),
		note: [phone, `KSh ${grouped(amount)}`, STATUS[status]].filter(Boolean).join(' · '),
	};
};

/** Somebody who may sign in. */
export const personHit = ({ id, name, email }: Person): SearchHit => ({
	...{ id, kind: 'people', name, path: [], published: null, note: folded(email) },
});
