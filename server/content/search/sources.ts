import {
	COUNTED_MAX,
	NAMED,
	type SearchGroup,
	type SearchHit,
	type SearchKind,
} from '#shared/contract/content/search.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { shownStatusWords } from '#shared/contract/finance/transactions-query.ts';
import type { Permission } from '#shared/contract/platform/access.ts';
import { foldCase, NAME_MAX } from '#shared/contract/platform/fields.ts';
import type { Person } from '#shared/contract/platform/people.ts';
import { formatWhole } from '#shared/grouped.ts';
import { readPhone } from '#shared/phone.ts';
import { findReceipts } from '#shared/receipts.ts';
import { buildSearchText, hasAllWords, splitWords } from '#shared/search-key.ts';
import { listTransactions } from '../../finance/payments/list.ts';
import { findPayment, withMarks } from '../../finance/payments/store.ts';
import { findItemsWithText, type TextHit } from '../../papers/extracted-text/store.ts';
import type { Db } from '../../platform/db/database.ts';
import { isId } from '../../platform/db/engine.ts';
import { listPeople } from '../../platform/people/store.ts';
import { findPlacedItems } from '../resources/placed-items.ts';
import { type Rank, rankItems, ranks, rankText } from '../resources/search.ts';
import type { ContentStore } from '../resources/store.ts';

const HASHED = /^[0-9a-f]{64}$/;

/** Returns a search hit for a payment: its receipt, and a line with payer, amount and status. */
const toPaymentHit = (payment: Transaction): SearchHit => {
	const { id, mpesa_receipt_number, phone_number, amount, status } = payment;
	const phone = phone_number && HASHED.test(phone_number) ? 'Phone hidden by M-Pesa' : phone_number;
	return {
		id,
		kind: 'payments',
		path: [],
		published: null,
		name: mpesa_receipt_number ?? (status === 'pending' ? 'No receipt yet' : 'No receipt'),
		note: [phone, `KSh ${formatWhole(amount)}`, shownStatusWords[status]]
			.filter(Boolean)
			.join(' · '),
	};
};

const toPersonHit = ({ id, name, email }: Person): SearchHit => ({
	id,
	kind: 'people',
	name,
	path: [],
	published: null,
	note: foldCase(email),
});

/** Returns a search hit for a page of a past paper's or topic's file. */
const toTextHit = ({ item, url, page, snippet }: TextHit): SearchHit => ({
	id: item.id,
	kind: 'text',
	name: item.name,
	path: item.path,
	published: item.published,
	visible_from: item.visible_from,
	note: `Page ${page}`,
	paper: { kind: item.kind, id: item.id, name: item.name },
	url,
	page,
	snippet: snippet.text,
	marks: snippet.marks.map(([from, to]) => ({ from, to })),
});

/** The matches of one kind, with the rank of the best one. */
export interface Found extends SearchGroup {
	rank: Rank;
}

/** A kind that can be searched, and the permission that this needs. */
export interface Source {
	kind: SearchKind;
	needs: Permission;
	find: (db: Db, text: string) => Promise<Found | undefined>;
}

/** Searches a kind of content by id, code and name. */
export const createContentSource = ({ resource, references }: ContentStore): Source => {
	const { key, slug: kind, read: needs } = resource;
	const find: Source['find'] = async (db, text) => {
		const id = foldCase(text);
		const items = isId(id) ? await findPlacedItems(db, key, [id]) : [];
		if (items.length > 0) return { kind, rank: 'exact', total: 1, items };
		// A longer text, such as a pasted message, is not a name.
		if ([...text].length > NAME_MAX) return undefined;
		const limits = { most: NAMED, counted: COUNTED_MAX };
		const ranked = await rankItems(db, key, references, text, limits);
		if (!ranked) return undefined;
		const { ids, best, ...count } = ranked;
		return { kind, rank: best, ...count, items: await findPlacedItems(db, key, ids) };
	};
	return { kind, needs, find };
};

const isNamed = (text: string) => {
	const [receipts, phone] = [findReceipts(text), readPhone(text)];
	const same = (value: string | null) => value?.toLowerCase() === text.toLowerCase();
	return (payment: Transaction) =>
		receipts.includes(payment.mpesa_receipt_number ?? '') ||
		(phone !== undefined && payment.phone_number === phone) ||
		[payment.mpesa_receipt_number, payment.phone_number].some(same) ||
		[payment.checkout_request_id, payment.merchant_request_id].some(same);
};

/** Searches payments as their own list does, and by id. `hides` limits the search to the visible digits of phones. */
export const createPaymentSource = (now: () => number, hides: boolean): Source => {
	const kind = 'payments';
	const find: Source['find'] = async (db, text) => {
		const payment = await findPayment(db, foldCase(text));
		if (payment) {
			const found = await withMarks(db, [payment], now());
			return { kind, rank: 'exact', total: 1, items: found.map(toPaymentHit) };
		}
		const page = { limit: NAMED, offset: 0 };
		const { data, ...count } = await listTransactions(db, { search: text }, page, {
			now: now(),
			hides,
		});
		if (data.length === 0) return undefined;
		const rank = data.some(isNamed(text)) ? 'exact' : 'contains';
		return { kind, rank, ...count, items: data.map(toPaymentHit) };
	};
	return { kind, needs: 'payments:read', find };
};

const rankOfPerson = ({ id, name, email }: Person, text: string): Rank | undefined => {
	const typed = foldCase(text);
	if (id === typed || foldCase(email) === typed) return 'exact';
	if (splitWords(text).length === 0) return undefined;
	const document = buildSearchText(name, [email]);
	return hasAllWords(document, text) ? rankText(document, text) : undefined;
};

/** Searches people by name and e-mail address. */
export const createPeopleSource = (): Source => {
	const kind = 'people';
	const find: Source['find'] = async (db, text) => {
		const ranked = (await listPeople(db))
			.flatMap((person) => {
				const rank = rankOfPerson(person, text);
				return rank ? { person, rank } : [];
			})
			.sort(
				(a, b) =>
					ranks.indexOf(a.rank) - ranks.indexOf(b.rank) ||
					(a.person.updated_at < b.person.updated_at ? 1 : -1),
			);
		const [best] = ranked;
		if (!best) return undefined;
		const items = ranked.slice(0, NAMED).map(({ person }) => toPersonHit(person));
		return { kind, rank: best.rank, total: ranked.length, items };
	};
	return { kind, needs: 'people:manage', find };
};

/** Searches the text of the files of past papers and topics. */
export const textSource: Source = {
	kind: 'text',
	needs: 'content:read',
	find: async (db, text) => {
		const { hits, total, more } = await findItemsWithText(db, text, NAMED);
		if (hits.length === 0) return undefined;
		const count = more ? { total, more: true as const } : { total };
		return { kind: 'text', rank: 'contains', ...count, items: hits.map(toTextHit) };
	},
};
