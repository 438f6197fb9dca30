import { type RawBuilder, sql } from 'kysely';
import { readPhone } from '#shared/phone.ts';
import type { Db } from '../../platform/db/database.ts';
import { hasText, pickByEngine } from '../../platform/db/engine.ts';

const DIGITS = '[0-9]'.repeat(9);

const toText = (column: string) => sql`coalesce(${sql.ref(column)}, '')`;

/** Returns a free text, or an empty one if it contains a number. */
const maskText = (db: Db, column: string) => {
	const joined = [' ', '\u00a0', '-', '.', '(', ')', '+', '/', ','].reduce(
		(all, sign) => sql`replace(${all}, ${sql.lit(sign)}, '')`,
		toText(column),
	);
	// Most texts have no or too few digits; the cheap checks come first.
	const mayHave = sql`length(${toText(column)}) >= 9`;
	const hasNumber = pickByEngine(db, {
		sqlite: () =>
			sql`${mayHave} and ${toText(column)} glob '*[0-9]*' and ${joined} glob ${sql.lit(`*${DIGITS}*`)}`,
		postgres: () => sql`${mayHave} and ${joined} ~ ${sql.lit(DIGITS)}`,
	});
	return sql`case when ${hasNumber} then '' else ${toText(column)} end`;
};

const maskPhone = (db: Db, column: string) => {
	const phone = toText(column);
	const line = buildLineBreak(db);
	return sql`case when length(${phone}) = 64 then substr(${phone}, 62)
		when length(${phone}) = 12 and ${phone} not like '%*%' then
			substr(${phone}, 1, 6) || ${line} || '0' || substr(${phone}, 4, 3) || ${line} || substr(${phone}, 10)
		else ${phone} end`;
};

const buildLineBreak = (db: Db) =>
	pickByEngine(db, { sqlite: () => sql`char(10)`, postgres: () => sql`chr(10)` });

const VISIBLE_TEXT: Record<string, (db: Db, column: string) => RawBuilder<unknown>> = {
	receipt: (_db, column) => toText(column),
	payer_name: maskText,
	phone: maskPhone,
	account_reference: maskText,
	details: maskText,
};

/**
 * Returns the folded text of an item. With `hides` it has only what people may search for while phones are masked: no
 * hidden digit.
 */
export const buildSearchText = (db: Db, hides: boolean) => {
	const parts = Object.entries(VISIBLE_TEXT).map(([column, shown]) =>
		hides ? shown(db, column) : toText(column),
	);
	return sql<string>`lower(${sql.join(parts, sql` || ${buildLineBreak(db)} || `)})`;
};

/** True for items that match a search; a whole phone matches in any spelling. */
export const isSearched = (db: Db, words: string) => {
	const phone = readPhone(words);
	return phone === undefined
		? hasText(db, 'searched', words)
		: sql`(${hasText(db, 'searched', words)} or phone = ${phone})`;
};
