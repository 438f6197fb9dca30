import { constants } from 'node:os';
import { sql } from 'kysely';
import type { ScannedLine } from '#shared/contract/content/insides.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { FileReader } from '../../platform/files/reading/file-reader.ts';
import type { ScannedAnswer } from '../../platform/files/reading/process.ts';
import { COVER_PAGES } from '../../platform/files/reading/read.ts';
import type { Job } from '../../platform/jobs.ts';
import type { ScannedFacts } from '../formats/read-scanned-cover.ts';
import { openPaperReader, type Reading } from './read-files.ts';

/** CPU time that a page may take. */
const PAGE_MS = 20_000;
const MEMORY_MB = 400;
/** Maximum number of attempts at a page that crashes the process or takes too long. */
const TRIES_MAX = 2;

/** Opens the reader of scanned pages, at the lowest priority. */
export const openScanReader = () =>
	openPaperReader({
		readingMs: PAGE_MS,
		memoryMb: MEMORY_MB,
		priority: constants.priority.PRIORITY_LOW,
	});

/** Finds the next page: first the covers of files that are being filed, then the rest, newest file first. */
const findNext = (db: Db) => {
	const isUrgent = sql<boolean>`(scanned.page <= ${COVER_PAGES} and exists (
		select 1 from files join intake_rows on intake_rows.url = '/files/' || files.key || '.' || files.ext
		where files.sha256 = scanned.sha256 and intake_rows.operation is null))`;
	return db
		.selectFrom('scanned_pages as scanned')
		.innerJoin('insides', 'insides.sha256', 'scanned.sha256')
		.select(['scanned.sha256', 'scanned.page', 'scanned.tries', 'insides.ext'])
		.where('scanned.state', '=', 'waiting')
		.where('insides.state', '=', 'read')
		.orderBy(isUrgent, 'desc')
		.orderBy('insides.asked_at', 'desc')
		.orderBy('scanned.sha256')
		.orderBy('scanned.page')
		.limit(1)
		.executeTakeFirst();
};
type WaitingPage = NonNullable<Awaited<ReturnType<typeof findNext>>>;

/** Returns the recognised lines before a cover page; undefined for other pages, and if an earlier page was not read. */
const readCoverLines = async (db: Db, { sha256, page }: WaitingPage) => {
	if (page > COVER_PAGES) return undefined;
	const rows = await db
		.selectFrom('scanned_pages')
		.select('lines')
		.where('sha256', '=', sha256)
		.where('page', '<', page)
		.where('state', '=', 'read')
		.orderBy('page')
		.execute();
	if (rows.length < page - 1) return undefined;
	return rows.flatMap(({ lines }) => JSON.parse(lines ?? '[]') as ScannedLine[]);
};

const matchWaiting = ({ sha256, page }: WaitingPage) => ({
	...{ sha256, page },
	state: 'waiting' as const,
});

/** Stores the facts of cover pages; without facts, that the file was read by OCR. */
const saveFacts = async (
	trx: Trx,
	{ sha256 }: WaitingPage,
	{ facts, scanned }: ScannedAnswer<ScannedFacts>,
) => {
	const scan = trx.updateTable('insides').where('sha256', '=', sha256).where('text', '!=', 'text');
	if (facts) await scan.set({ ...facts, codes: JSON.stringify(facts.codes) }).execute();
	else
		await scan
			.set({ confidence: scanned?.confidence ?? 0 })
			.where('confidence', 'is', null)
			.execute();
};

/** Stores a page that was read, once, whichever servers read it. */
const savePage = async (trx: Trx, row: WaitingPage, answer: ScannedAnswer<ScannedFacts>) => {
	const { scanned } = answer;
	const waiting = matchWaiting(row);
	if (!scanned) {
		await trx
			.deleteFrom('scanned_pages')
			.where((eb) => eb.and(waiting))
			.execute();
		return;
	}
	const { turn, lines, text } = scanned;
	const { numUpdatedRows } = await trx
		.updateTable('scanned_pages')
		.set({ state: 'read', read_at: new Date().toISOString(), turn, lines: JSON.stringify(lines) })
		.where((eb) => eb.and(waiting))
		.executeTakeFirst();
	if (numUpdatedRows === 0n) return;
	const { sha256, page } = row;
	await trx
		.deleteFrom('inside_pages')
		.where((eb) => eb.and({ sha256, page }))
		.execute();
	if (text) await trx.insertInto('inside_pages').values({ sha256, page, text }).execute();
	await saveFacts(trx, row, answer);
};

/** Counts a failed attempt; the last one gives the page up. */
const countFailure = (trx: Trx, row: WaitingPage, tries = row.tries + 1) =>
	trx
		.updateTable('scanned_pages')
		.set({ tries, ...(tries >= TRIES_MAX && { state: 'failed' as const }) })
		.where((eb) => eb.and(matchWaiting(row)))
		.execute();

const readNext = async (
	{ database, files }: Reading,
	row: WaitingPage,
	reader: FileReader,
	signal: AbortSignal,
) => {
	const { sha256, page, ext } = row;
	const file = await database.read
		.selectFrom('files')
		.select('size')
		.where('sha256', '=', sha256)
		.limit(1)
		.executeTakeFirst();
	const content = file && (await files.open(sha256));
	if (!content) return database.write((trx) => countFailure(trx, row, TRIES_MAX));
	const cover = await readCoverLines(database.read, row);
	const header = { work: 'scan' as const, ext, size: file.size, page, ...(cover && { cover }) };
	const outcome = await reader.read(header, content, signal);
	if (outcome.end === 'scanned')
		return database.write((trx) => savePage(trx, row, outcome as ScannedAnswer<ScannedFacts>));
	if (signal.aborted) return;
	await database.write((trx) => countFailure(trx, row));
};

/** Reads all waiting pages by OCR, one by one; resolves to their number. Rejects as the store does. */
export const readScans = async (
	reading: Reading,
	signal: AbortSignal = new AbortController().signal,
	reader: FileReader = openScanReader(),
) => {
	let read = 0;
	try {
		while (!signal.aborted) {
			const row = await findNext(reading.database.read);
			if (!row) break;
			await readNext(reading, row, reader, signal);
			read++;
		}
		return read;
	} finally {
		await reader.close();
	}
};

/** Reads scanned pages, on one server at a time, while the store works. */
export const readScansJob = (reading: Reading): Job => ({
	name: 'Read scans',
	firstMs: 6_000,
	everyMs: 2_000,
	isDue: async () =>
		(await findNext(reading.database.read)) !== undefined && (await reading.files.state()) === 'ok',
	run: async (signal) => `${await readScans(reading, signal)} pages read`,
});
