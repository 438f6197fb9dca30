import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { byEngine } from '../../../db/engine.ts';

/** What a payment is found by. */
export type Searched = Record<
	| ('receipt' | 'phone' | 'checkout_request_id' | 'merchant_request_id')
	| ('account_reference' | 'payer_name'),
	string | null
>;

/** A CheckoutRequestID that ends with the payer's nine digits has at least so many characters. */
const WITH_PHONE = 29;
const BETWEEN = /[\s().+-]/g;
const DIGITS = '[0-9]'.repeat(9);
const NINE = new RegExp(DIGITS);

const or = (value: string | null) => value ?? '';
const withoutNumbers = (text: string) => (NINE.test(text.replace(BETWEEN, '')) ? '' : text);
const phoneParts = (phone: string) => {
	if (/^[\da-f]{64}$/.test(phone)) return phone.slice(-3);
	if (!/^254\d{9}$/.test(phone)) return phone;
	return [phone.slice(0, 6), `0${phone.slice(3, 6)}`, phone.slice(-3)].join('\n');
};
const checkoutPart = (id: string) =>
	id.length >= WITH_PHONE && /[17]\d{8}$/.test(id) ? id.slice(0, -9) : id;

/** What of a payment people may look for while phones are masked: no digit that they do not see. */
export const shownOf = (payment: Searched) =>
	[
		or(payment.receipt),
		phoneParts(or(payment.phone)),
		checkoutPart(or(payment.checkout_request_id)),
		or(payment.merchant_request_id),
		withoutNumbers(or(payment.account_reference)),
		withoutNumbers(or(payment.payer_name)),
	].join('\n');

const text = (column: string) => sql`coalesce(${sql.ref(column)}, '')`;

/** The same of a text of people. */
const textShown = (db: Db, column: string) => {
	const joined = [' ', '\u00a0', '-', '.', '(', ')', '+'].reduce(
		(all, sign) => sql`replace(${all}, ${sql.lit(sign)}, '')`,
		text(column),
	);
	// Most have no digit at all, or too few: nothing is put together for those.
	const mayHave = sql`length(${text(column)}) >= 9`;
	const hasNumber = byEngine(db, {
		sqlite: () =>
			sql`${mayHave} and ${text(column)} glob '*[0-9]*' and ${joined} glob ${sql.lit(`*${DIGITS}*`)}`,
		postgres: () => sql`${mayHave} and ${joined} ~ ${sql.lit(DIGITS)}`,
	});
	return sql`case when ${hasNumber} then '' else ${text(column)} end`;
};

const phoneShown = (db: Db, column: string) => {
	const phone = text(column);
	const line = lineBreak(db);
	return sql`case when length(${phone}) = 64 then substr(${phone}, 62)
		when length(${phone}) = 12 and ${phone} not like '%*%' then
			substr(${phone}, 1, 6) || ${line} || '0' || substr(${phone}, 4, 3) || ${line} || substr(${phone}, 10)
		else ${phone} end`;
};

const checkoutShown = (column: string) => {
	const id = text(column);
	return sql`case when length(${id}) >= ${sql.lit(WITH_PHONE)} and substr(${id}, length(${id}) - 8, 1) in ('1', '7')
		then substr(${id}, 1, length(${id}) - 9) else ${id} end`;
};

const lineBreak = (db: Db) =>
	byEngine(db, { sqlite: () => sql`char(10)`, postgres: () => sql`chr(10)` });

const WAYS: Record<string, (db: Db, column: string) => RawBuilder<unknown>> = {
	phone: phoneShown,
	checkout_request_id: (_db, column) => checkoutShown(column),
	account_reference: textShown,
	payer_name: textShown,
	details: textShown,
};

/** That as SQL, of columns by their names, folded; with `hides` off whatever stands in them. */
export const searchedText = (db: Db, columns: readonly string[], hides: boolean) => {
	const parts = columns.map((column) =>
		hides ? (WAYS[column.replace(/^.*\./, '')]?.(db, column) ?? text(column)) : text(column),
	);
	return sql<string>`lower(${sql.join(parts, sql` || ${lineBreak(db)} || `)})`;
};
