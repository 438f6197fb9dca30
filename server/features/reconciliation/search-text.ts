import { type RawBuilder, sql } from 'kysely';
import { readPhone } from '#shared/phone.ts';
import type { Db } from '../../db/database.ts';
import { byEngine, contains } from '../../db/engine.ts';

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

const lineBreak = (db: Db) =>
	byEngine(db, { sqlite: () => sql`char(10)`, postgres: () => sql`chr(10)` });

const VISIBLE_TEXT: Record<string, (db: Db, column: string) => RawBuilder<unknown>> = {
	receipt: (_db, column) => text(column),
	payer_name: textShown,
	phone: phoneShown,
	account_reference: textShown,
	details: textShown,
};

/**
 * Returns the folded text of an item. With `hides` it has only what people may search for while phones are masked: no
 * hidden digit.
 */
export const searchedText = (db: Db, hides: boolean) => {
	const parts = Object.entries(VISIBLE_TEXT).map(([column, shown]) =>
		hides ? shown(db, column) : text(column),
	);
	return sql<string>`lower(${sql.join(parts, sql` || ${lineBreak(db)} || `)})`;
};

/** True for items that match a search; a whole phone matches in any spelling. */
export const isSearched = (db: Db, words: string) => {
	const phone = readPhone(words);
	return phone === undefined
		? contains(db, 'searched', words)
		: sql`(${contains(db, 'searched', words)} or phone = ${phone})`;
};
