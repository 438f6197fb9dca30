import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { byEngine } from '../../db/engine.ts';

/** Minimum length of a CheckoutRequestID that ends with the payer's nine digits. */
const WITH_PHONE = 29;
const DIGITS = '[0-9]'.repeat(9);

const text = (column: string) => sql`coalesce(${sql.ref(column)}, '')`;

/** Returns a free text, or an empty one if it contains a number. */
const textShown = (db: Db, column: string) => {
	const joined = [' ', '\u00a0', '-', '.', '(', ')', '+', '/', ','].reduce(
		(all, sign) => sql`replace(${all}, ${sql.lit(sign)}, '')`,
		text(column),
	);
	// Most texts have no or too few digits; the cheap checks come first.
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

const VISIBLE_TEXT: Record<string, (db: Db, column: string) => RawBuilder<unknown>> = {
	phone: phoneShown,
	checkout_request_id: (_db, column) => checkoutShown(column),
	account_reference: textShown,
	payer_name: textShown,
	details: textShown,
};

/**
 * Returns the folded text of columns of a payment or a line. With `hides` it has only what people may search for while
 * phones are masked: no hidden digit.
 */
export const searchedText = (db: Db, columns: readonly string[], hides: boolean) => {
	const parts = columns.map((column) =>
		hides
			? (VISIBLE_TEXT[column.replace(/^.*\./, '')]?.(db, column) ?? text(column))
			: text(column),
	);
	return sql<string>`lower(${sql.join(parts, sql` || ${lineBreak(db)} || `)})`;
};
