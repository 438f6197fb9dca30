import { sql } from 'kysely';
import type { ResourceKey } from '#shared/contract/resources.ts';
import type { Db } from '../db/database.ts';
import { indexedNames, isAmong } from './name-index.ts';
import { type AskedNames, type Fit, type Rank, ranks } from './name-ranks.ts';
import { above, tables, untyped } from './tables.ts';

/** So many are sooner read and compared than met on a walk from the newest. */
const FEW = 1_000;

/** The best of what was asked for, and how many there are: of more than were counted, that many. */
export interface RankedNames {
	ids: string[];
	/** How well the first of them fits. */
	best: Rank;
	total: number;
	more?: true;
}

interface Row {
	id: string;
	name_key: string;
	updated_at: string;
}

const byNewest = (a: Row, b: Row) => {
	if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1;
	return a.id < b.id ? 1 : -1;
};

/** The questions to one table. */
const namesOf = (read: Db, key: ResourceKey) => {
	const { table } = tables[key];
	const db = untyped(read);
	// The outermost kind is few enough to be read whole, and has no index of trigrams.
	const isIndexed = above(key).length > 0;
	/** Rows that an index of trigrams says fit, at most so many; undefined where it is not asked. */
	const matching = ({ match, besides }: Fit, most: number) => {
		const named = match && isIndexed ? indexedNames(read, table, match, most) : undefined;
		if (!named || !besides) return named;
		const others = db.selectFrom(table).select('rowid').where(besides).limit(most);
		return sql<{ rowid: number }>`select rowid from (${named}) union
			select rowid from (${others}) limit ${most}`;
	};
	const rows = () => db.selectFrom(table).select(['id', 'name_key', 'updated_at']);

	/** Any of those that fit, up to one more than a few. */
	const some = async (fit: Fit): Promise<Row[] | 'many'> => {
		const matched = matching(fit, FEW + 1);
		if (!matched) {
			const found: Row[] = await rows()
				.where(fit.found)
				.limit(FEW + 1)
				.execute();
			return found.length > FEW ? 'many' : found;
		}
		const { rows: hits } = await matched.execute(read);
		if (hits.length > FEW) return 'many';
		if (hits.length === 0) return [];
		const among = rows().where(isAmong(hits));
		return (fit.whole ? among : among.where(fit.met)).execute();
	};

	/** Those that changed last, on a walk which soon meets some of many. */
	const newest = (fit: Fit, most: number): Promise<Row[]> =>
		rows().where(fit.met).orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(most).execute();

	const count = async (fit: Fit, most: number) => {
		const matched = fit.whole ? matching(fit, most) : undefined;
		const found =
			matched ?? sql`select 1 from ${sql.table(table)} where ${fit.found} limit ${most}`;
		const { rows: counted } = await sql<{ n: number }>`select count(*) as n from
			(${found}) as counted`.execute(read);
		return Number(counted[0]?.n ?? 0);
	};

	const best = async (fit: Fit, most: number) => {
		const found = await some(fit);
		return found === 'many' ? newest(fit, most) : found.toSorted(byNewest).slice(0, most);
	};
	return { some, newest, count, best };
};

/**
 * The best of the names of a kind that are asked for: by how they fit, then by what changed last, the same on
 * both engines. Counts up to `counted`. Undefined where none fits.
 */
export const rankNames = async (
	db: Db,
	key: ResourceKey,
	{ all, better, rankOf }: AskedNames,
	{ most, counted }: { most: number; counted: number },
): Promise<RankedNames | undefined> => {
	const names = namesOf(db, key);
	const found = await names.some(all);
	if (found !== 'many') {
		const ranked = found
			.map((row) => ({ row, rank: ranks.indexOf(rankOf(row.name_key)) }))
			.sort((a, b) => a.rank - b.rank || byNewest(a.row, b.row));
		const [first] = ranked;
		return (
			first && {
				ids: ranked.slice(0, most).map(({ row }) => row.id),
				best: ranks[first.rank] as Rank,
				total: found.length,
			}
		);
	}
	// Very many fit: those that fit best are looked for by themselves.
	const ids = new Set<string>();
	let best: Rank | undefined;
	for (const fit of [...better, all]) {
		if (ids.size >= most) break;
		const least = most + ids.size;
		const rows = await (fit === all ? names.newest(fit, least) : names.best(fit, least));
		if (rows.length > 0) best ??= fit.rank;
		for (const { id } of rows) ids.add(id);
	}
	const n = await names.count(all, counted + 1);
	return {
		ids: [...ids].slice(0, most),
		best: best ?? 'contains',
		...(n > counted ? { total: counted, more: true } : { total: n }),
	};
};
