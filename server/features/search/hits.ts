import { folded } from '#shared/contract/fields.ts';
import type { Person } from '#shared/contract/people.ts';
import type { SearchHit } from '#shared/contract/search.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { statusWords } from '#shared/contract/transactions-query.ts';
import { grouped } from '#shared/grouped.ts';
import type { TextHit } from '../insides/text/store.ts';

/** What M-Pesa sends where it hides a number. */
const HASHED = /^[0-9a-f]{64}$/;

/** A payment: its receipt, and in a line who paid how much and what became of it. */
export const paymentHit = (payment: Transaction): SearchHit => {
	const { id, mpesa_receipt_number, phone_number, amount, status } = payment;
	const phone = phone_number && HASHED.test(phone_number) ? 'Phone hidden by M-Pesa' : phone_number;
	return {
		id,
		kind: 'payments',
		path: [],
		published: null,
		name: mpesa_receipt_number ?? (status === 'pending' ? 'No receipt yet' : 'No receipt'),
		note: [phone, `KSh ${grouped(amount)}`, statusWords[status]].filter(Boolean).join(' · '),
	};
};

/** Somebody who may sign in. */
export const personHit = ({ id, name, email }: Person): SearchHit => ({
	id,
	kind: 'people',
	name,
	path: [],
	published: null,
	note: folded(email),
});

/** A page of the file of a past paper or a topic. */
export const textHit = ({ item, url, page, snippet }: TextHit): SearchHit => ({
	id: item.id,
	kind: 'text',
	name: item.name,
	path: item.path,
	published: item.published,
	note: `Page ${page}`,
	paper: { kind: item.kind, id: item.id, name: item.name },
	url,
	page,
	snippet: snippet.text,
	marks: snippet.marks.map(([from, to]) => ({ from, to })),
});
