import type { Inside } from '#shared/contract/insides.ts';
import { portions } from '#shared/portions.ts';
import type { Db } from '../../db/database.ts';
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

/** Queues a content to be read again, whatever its state. */
export const readAgain = (trx: Db, sha256: string) =>
	trx
		.updateTable('insides')
		.set({ state: 'waiting', problem: null, asked_at: new Date().toISOString() })
		.where('sha256', '=', sha256)
		.execute();
