import type { Permission } from '#shared/contract/access.ts';
import { folded, NAME_MAX } from '#shared/contract/fields.ts';
import type { Person } from '#shared/contract/people.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { COUNTED_MAX, NAMED, type SearchGroup, type SearchKind } from '#shared/contract/search.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { readPhone } from '#shared/phone.ts';
import { receiptsIn } from '#shared/receipts.ts';
import {
	nameIn,
	namesWith,
	namesWithAll,
	type Rank,
	rankOf,
	ranks,
} from '../../content/name-ranks.ts';
import { placedItems } from '../../content/placed-items.ts';
import { rankNames } from '../../content/ranked-names.ts';
import type { Db } from '../../db/database.ts';
import { isId } from '../../db/ids.ts';
import { itemsWithText } from '../insides/text/store.ts';
import { papersWithCode } from '../past-papers/store.ts';
import { findPayment, withMarks } from '../payments/store.ts';
import { listPeople } from '../people/store.ts';
import { listTransactions } from '../transactions/store.ts';
import { paymentHit, personHit, textHit } from './hits.ts';

/** A search as it is read: the text as it stands, or its words in any order. */
export interface Reading {
	text: string;
	words?: readonly string[];
}

/** What one kind has of it, and how well the best fits. */
export interface Found extends SearchGroup {
	rank: Rank;
}

/** A kind that can be searched, by whoever may do this. */
export interface Source {
	kind: SearchKind;
	needs: Permission;
	find: (db: Db, reading: Reading) => Promise<Found | undefined>;
}

/** A kind of content, by id and by name. */
export const contentSource = (key: ResourceKey): Source => {
	const { word: kind, read: needs } = resources[key];
	const byId = async (db: Db, id: string): Promise<Found | undefined> => {
		const items = isId(id) ? await placedItems(db, key, [id]) : [];
		return items.length > 0 ? { kind, rank: 'exact', total: 1, items } : undefined;
	};
	const find: Source['find'] = async (db, { text, words }) => {
		const name = folded(text);
		const exact = await byId(db, name);
		// Longer than a name can be, as a message is.
		if (exact || [...name].length > NAME_MAX) return exact;
		const asked = words ? namesWithAll(db, words) : namesWith(db, name);
		const ranked = await rankNames(db, key, asked, { most: NAMED, counted: COUNTED_MAX });
		if (!ranked) return undefined;
		const { ids, best, ...count } = ranked;
		return { kind, rank: best, ...count, items: await placedItems(db, key, ids) };
	};
	return { kind, needs, find };
};

/** Past papers: those that have such a code first, then by id and by name. */
export const paperSource = (): Source => {
	const { find, ...named } = contentSource('pastPapers');
	return {
		...named,
		find: async (db, reading) => {
			const byName = await find(db, reading);
			const coded = reading.words ? [] : await papersWithCode(db, reading.text);
			if (coded.length === 0 || byName?.rank === 'exact') return byName;
			const text = folded(reading.text);
			const both = coded.filter(({ name_key }) => nameIn(name_key).includes(text)).length;
			const first = coded.slice(0, NAMED).map(({ id }) => id);
			const others = (byName?.items ?? []).filter(({ id }) => !first.includes(id));
			const items = [...(await placedItems(db, 'pastPapers', first)), ...others];
			return {
				kind: named.kind,
				...byName,
				rank: 'exact',
				total: coded.length + (byName?.total ?? 0) - both,
				items: items.slice(0, NAMED),
			};
		},
	};
};

/** Whether a text names this payment, and does not only stand somewhere in it. */
const isNamed = (text: string) => {
	const [receipts, phone] = [receiptsIn(text), readPhone(text)];
	const same = (value: string | null) => value?.toLowerCase() === text.toLowerCase();
	return (payment: Transaction) =>
		receipts.includes(payment.mpesa_receipt_number ?? '') ||
		(phone !== undefined && payment.phone_number === phone) ||
		[payment.mpesa_receipt_number, payment.phone_number].some(same) ||
		[payment.checkout_request_id, payment.merchant_request_id].some(same);
};

/** Payments, as their own list finds them for who may see this much of phones, and by id. */
export const paymentSource = (now: () => number, hides: boolean): Source => {
	const kind = 'payments';
	const find: Source['find'] = async (db, { text, words }) => {
		const payment = await findPayment(db, folded(text));
		if (payment) {
			const found = await withMarks(db, [payment], now());
			return { kind, rank: 'exact', total: 1, items: found.map(paymentHit) };
		}
		if (words) return undefined;
		const page = { limit: NAMED, offset: 0 };
		const { data, ...count } = await listTransactions(db, { search: text }, page, now(), hides);
		if (data.length === 0) return undefined;
		const rank = data.some(isNamed(text)) ? 'exact' : 'contains';
		return { kind, rank, ...count, items: data.map(paymentHit) };
	};
	return { kind, needs: 'payments:read', find };
};

const rankOfPerson = ({ id, name, email }: Person, { text, words }: Reading): Rank | undefined => {
	const typed = folded(text);
	if (id === typed || email === typed) return 'exact';
	const whole = folded(name);
	if (words)
		return words.every((word) => whole.includes(word) || email.includes(word))
			? 'contains'
			: undefined;
	if (whole.includes(typed)) return rankOf(whole, typed);
	return email.includes(typed) ? 'contains' : undefined;
};

/** People, by name and e-mail; few enough to look at each. */
export const peopleSource = (): Source => {
	const kind = 'people';
	const find: Source['find'] = async (db, reading) => {
		const ranked = (await listPeople(db))
			.flatMap((person) => {
				const rank = rankOfPerson(person, reading);
				return rank ? { person, rank } : [];
			})
			.sort(
				(a, b) =>
					ranks.indexOf(a.rank) - ranks.indexOf(b.rank) ||
					(a.person.updated_at < b.person.updated_at ? 1 : -1),
			);
		const [best] = ranked;
		if (!best) return undefined;
		const items = ranked.slice(0, NAMED).map(({ person }) => personHit(person));
		return { kind, rank: best.rank, total: ranked.length, items };
	};
	return { kind, needs: 'people:manage', find };
};

/** What stands in the files of past papers and topics. */
export const textSource: Source = {
	kind: 'text',
	needs: 'content:read',
	find: async (db, { text }) => {
		const { hits, total, more } = await itemsWithText(db, text, NAMED);
		if (hits.length === 0) return undefined;
		const count = more ? { total, more: true as const } : { total };
		return { kind: 'text', rank: 'contains', ...count, items: hits.map(textHit) };
	},
};
