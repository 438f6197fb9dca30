import type { Inside } from '#shared/contract/insides.ts';
import { portions } from '#shared/portions.ts';
import type { Db } from '../../db/database.ts';
import { differingBits, likeness } from '../../files/reading/shingles.ts';
import type { InsideRow } from './tables.ts';

/** What stands in these contents, by SHA-256; of one that waits to be read, nothing but what it waits for. */
export const insidesOf = async (
	db: Db,
	hashes: readonly string[],
): Promise<Map<string, InsideRow>> => {
	const found = new Map<string, InsideRow>();
	for (const some of portions(hashes)) {
		const query = db
			.selectFrom('insides')
			.selectAll()
			.where('sha256', 'in', some)
			.where((eb) => eb.or([eb('state', '!=', 'waiting'), eb('problem', 'is not', null)]));
		for (const row of await query.execute()) found.set(row.sha256, row);
	}
	return found;
};

/** What stands in a content, as the API shows it. */
export const insideOnWire = (row: InsideRow): Inside => ({
	pages: row.pages,
	text: row.text ?? 'none',
	title: row.title,
	codes: row.codes ? JSON.parse(row.codes) : [],
	year: row.year,
	series: row.series,
	kind: row.kind,
	stated_pages: row.stated_pages,
	stated_questions: row.stated_questions,
	picture: row.picture !== null,
	problem: row.problem,
});

/** What two contents are compared by. */
type Fingerprints = Pick<InsideRow, 'words' | 'looks'>;

/** From here on texts are told as alike, and up to so many of 64 bits scans of a page. */
const ALIKE_FROM = 0.8;
const BITS_MAX = 6;

/**
 * How much two contents are alike, 0.8 to 1, by their words or, where both are scans, by how their first two
 * pages look; undefined where they are not.
 */
export const alikeness = (one: Fingerprints, other: Fingerprints): number | undefined => {
	if (one.words && other.words) {
		return likeness(one.words, other.words, ALIKE_FROM) || undefined;
	}
	const [looks, others] = [one.looks?.split(' ') ?? [], other.looks?.split(' ') ?? []];
	if (looks.length === 0 || looks.length !== others.length) return undefined;
	let differing = 0;
	for (const [page, look] of looks.entries()) {
		const bits = differingBits(look, others[page] as string);
		if (bits > BITS_MAX) return undefined;
		differing += bits;
	}
	return 1 - differing / (64 * looks.length);
};

/** Has a content read once more, whatever came of it before. */
export const readAgain = (trx: Db, sha256: string) =>
	trx
		.updateTable('insides')
		.set({ state: 'waiting', tries: 0, problem: null, asked_at: new Date().toISOString() })
		.where('sha256', '=', sha256)
		.execute();
