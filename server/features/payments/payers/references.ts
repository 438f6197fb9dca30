import { sql } from 'kysely';
import { editsBetween } from '#shared/edits.ts';
import type { Db } from '../../../db/database.ts';
import { plainLower } from '../../../db/engine.ts';

/** Two edits, as a hurried thumb makes them. */
const EDITS = 2;
/** So many references that begin alike are compared one by one. */
const COMPARED = 2_000;
/** Uses are counted so far. */
const USES = 100;

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz0123456789-/ '];

/** Every text that one edit makes of this one. */
const oneEditAway = (text: string) => {
	const cuts = Array.from(
		{ length: text.length + 1 },
		(_, at) => [text.slice(0, at), text.slice(at)] as const,
	);
	return new Set(
		cuts.flatMap(([head, tail]) => [
			head + tail.slice(1),
			head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
			...ALPHABET.flatMap((sign) => [head + sign + tail, head + sign + tail.slice(1)]),
		]),
	);
};

const TABLES = ['payments', 'payment_assignments'] as const;
type Table = (typeof TABLES)[number];

/** What begins so, each once, in the order of the index: from one to the next, however often each was used. */
const beginningWith = async (db: Db, table: Table, head: string) => {
	const ref = plainLower(db, 'account_reference');
	const next = (from: ReturnType<typeof sql>) => sql`(select ${ref} from ${sql.table(table)}
		where account_reference is not null and ${ref} ${from} order by ${ref} limit 1)`;
	const { rows } = await sql<{ ref: string }>`with recursive refs (ref, n) as (
		select ${next(sql`>= ${head}`)}, 1
		union all
		select ${next(sql`> refs.ref`)}, n + 1 from refs
			where n < ${COMPARED} and substr(refs.ref, 1, ${head.length}) = ${head})
		select ref from refs where ref is not null`.execute(db);
	return rows.map((row) => row.ref);
};

const thatExist = async (db: Db, table: Table, texts: readonly string[]) => {
	const ref = plainLower(db, 'account_reference');
	const values = sql.join(texts.map((text) => sql`(${text})`));
	const { rows } = await sql<{ ref: string }>`select column1 as ref from (values ${values}) as tried
		where exists (select 1 from ${sql.table(table)} where account_reference is not null and ${ref} = column1)`.execute(
		db,
	);
	return rows.map((row) => row.ref);
};

/** A reference as it was written, and by how many payments, up to a hundred. */
const usesOf = async (db: Db, folded: string) => {
	const ref = plainLower(db, 'account_reference');
	const one = (table: Table, prefix: string) => sql`select * from (
		select account_reference, ${sql.lit(prefix)} || id as id from ${sql.table(table)}
		where account_reference is not null and ${ref} = ${folded} limit ${USES}) as ${sql.ref(`of_${table}`)}`;
	const { rows } = await sql<{ id: string; written: string; uses: number }>`
		select id, account_reference as written, count(*) over () as uses
		from (${one('payments', 'typed-')} union all ${one('payment_assignments', 'assignment-')}) as used
		order by account_reference limit 1`.execute(db);
	const [first] = rows;
	return { id: first?.id ?? '', written: first?.written ?? folded, uses: Number(first?.uses ?? 0) };
};

/** A reference that is near to another one. */
export interface Near {
	/** A payment or an assignment that has it: see `referenceOf`. */
	id: string;
	account_reference: string;
	edits: number;
	uses: number;
}

/**
 * The references of ours that are at most two edits away from one, the nearest and most used first. One edit is
 * found anywhere, among however many; two are, where not more than 2,000 references begin alike.
 */
export const nearReferences = async (db: Db, reference: string, limit: number): Promise<Near[]> => {
	const text = reference.toLowerCase();
	const heads = new Set(
		[0, text.length / 3, text.length / 2, text.length - 2].map((at) =>
			text.slice(0, Math.max(0, Math.floor(at))),
		),
	);
	const tried = [...oneEditAway(text)].filter((each) => each !== '' && each !== text);
	const known = new Set<string>();
	for (const table of TABLES) {
		for (const head of heads)
			for (const each of await beginningWith(db, table, head)) known.add(each);
		for (const each of await thatExist(db, table, tried)) known.add(each);
	}
	const near: Near[] = [];
	const found = [...known]
		.map((ref) => ({ ref, edits: editsBetween(text, ref, EDITS) }))
		.filter(({ ref, edits }) => ref !== text && edits !== undefined)
		.sort((a, b) => Number(a.edits) - Number(b.edits))
		.slice(0, limit * 4);
	for (const { ref, edits } of found) {
		const { id, written, uses } = await usesOf(db, ref);
		near.push({ id, account_reference: written, edits: Number(edits), uses });
	}
	return near.sort((a, b) => a.edits - b.edits || b.uses - a.uses).slice(0, limit);
};
