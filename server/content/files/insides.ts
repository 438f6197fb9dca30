import type { Generated, Selectable } from 'kysely';
import type { FileExtension } from '#shared/contract/content/files.ts';
import type { Inside } from '#shared/contract/content/insides.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import type { Db } from '../../platform/db/database.ts';

interface InsideTable extends Omit<Inside, 'text' | 'codes' | 'picture' | 'read' | 'repaired'> {
	sha256: string;
	ext: FileExtension;
	state: 'waiting' | 'read' | 'unreadable';
	asked_at: string;
	text: Inside['text'] | null;
	codes: string | null;
	picture: string | null;
	repaired: Generated<boolean>;
}
export type InsideRow = Selectable<InsideTable>;

interface PageTable {
	id: Generated<number>;
	sha256: string;
	page: number;
	text: string;
}

/** A page that is read by OCR. */
interface ScannedPageTable {
	sha256: string;
	page: number;
	state: Generated<'waiting' | 'read' | 'failed'>;
	/** Attempts that crashed or took too long. */
	tries: Generated<number>;
	read_at: string | null;
	turn: number | null;
	/** `ScannedLine[]` as JSON. */
	lines: string | null;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		insides: InsideTable;
		inside_pages: PageTable;
		scanned_pages: ScannedPageTable;
	}
}

/** Queues a new content to be read, unless it has been read. */
export const queueReading = async (
	trx: Db,
	{ sha256, ext, uploaded_at }: { sha256: string; ext: FileExtension; uploaded_at: string },
) => {
	await trx
		.insertInto('insides')
		.values({ sha256, ext, state: 'waiting', asked_at: uploaded_at })
		.onConflict((conflict) =>
			conflict
				.column('sha256')
				.doUpdateSet({ problem: null, asked_at: uploaded_at })
				.where('insides.state', '=', 'waiting'),
		)
		.execute();
};

/** Returns the contents that are pictures of first pages. */
export const listPictures = (db: Db, hashes: readonly string[]) =>
	db
		.selectFrom('insides')
		.select((eb) => eb.ref('picture').$notNull().as('sha256'))
		.where('picture', 'in', hashes);

/** Deletes the text and facts of a removed content. */
export const deleteInside = async (trx: Db, sha256: string) => {
	await trx.deleteFrom('inside_pages').where('sha256', '=', sha256).execute();
	await trx.deleteFrom('scanned_pages').where('sha256', '=', sha256).execute();
	await trx.deleteFrom('insides').where('sha256', '=', sha256).execute();
};

/** Returns what was read from these contents, by SHA-256. */
export const readInsides = async (
	db: Db,
	hashes: readonly string[],
): Promise<Map<string, InsideRow>> => {
	const insides = new Map<string, InsideRow>();
	for (const some of splitIntoPortions(hashes)) {
		const query = db
			.selectFrom('insides')
			.selectAll()
			.where('sha256', 'in', some)
			.where((eb) => eb.or([eb('state', '!=', 'waiting'), eb('problem', 'is not', null)]));
		for (const row of await query.execute()) insides.set(row.sha256, row);
	}
	return insides;
};

/** Converts the facts of a content to their shape in the API. */
export const toWireInside = (row: InsideRow): Inside => ({
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
	read: row.text === 'text' ? 'layer' : row.confidence === null ? null : 'ocr',
	confidence: row.confidence,
	repaired: row.repaired,
	problem: row.problem,
});

/** Queues a content to be read again, whatever its state. */
export const requeueReading = (trx: Db, sha256: string) =>
	trx
		.updateTable('insides')
		.set({ state: 'waiting', problem: null, asked_at: new Date().toISOString() })
		.where('sha256', '=', sha256)
		.execute();
