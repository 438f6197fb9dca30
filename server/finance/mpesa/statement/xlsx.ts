import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { makeTurns } from '../../../platform/files/in-turn.ts';
import { readZip, refuseBombs, type ZipDirectory } from '../../../platform/files/inspect/zip.ts';
import type { ByteSource } from '../../../platform/files/store.ts';
import {
	type Cells,
	EMPTY_ROWS_MAX,
	ROWS_MAX,
	tooLong,
	UnreadableStatement,
} from './unreadable.ts';
import type { Workbook } from './xlsx-thread.ts';

const READER = new URL('./xlsx-thread.ts', import.meta.url);
/** Upper bound of an unpacked sheet; 100,000 lines take some 90 MB. */
const SHEET_MAX_BYTES = 150 * 1024 ** 2;
/** Heap limit that ends the thread at a sheet with far more cells than a statement has. */
const HEAP_MAX_MB = 448;
/** Upper bound of the list of sheets. */
const WORKBOOK_MAX = 1024 ** 2;
/** Upper bound of the name of an element and its first attribute. */
const TAG_MAX = 200;

/** Attributes before another one; their values may contain `>`. */
const ATTRIBUTES = `(?:[^<>"']|"[^"<]*"|'[^'<]*')*?`;
const ROW = new RegExp(
	`<(?:[\\w.-]+:)?row(?=[\\s/>])(?:${ATTRIBUTES}\\sr\\s*=\\s*["'](\\d+))?`,
	'g',
);
/** Cells beyond column AF, the last that is read. */
const FAR_CELL = new RegExp(
	`<(?:[\\w.-]+:)?c\\s${ATTRIBUTES}\\br\\s*=\\s*["'](?:[A-Z]{3}|[B-Z][A-Z]|A[G-Z])`,
);
/** Built-in number formats that a file declares again; the reader ignores such declarations. */
const BUILT_IN_FORMAT = /<(?:[\w.-]+:)?numFmt\s[^<>]*\bnumFmtId\s*=\s*["']\d{1,2}["']/;
/** ISO dates, which the reader takes as times of the server's time zone. */
const ISO_DATE = /<(?:[\w.-]+:)?c\s[^<>]*\bt\s*=\s*["']d["']/;
/** LibreOffice writes `true` for a workbook of the 1904 date system; the reader knows `1` alone. */
const DATES_OF_1904 = /\bdate1904\s*=\s*["']true["']/;
const DAYS_FROM_1900_TO_1904 = 1_462;

const notExcel = (cause?: unknown) =>
	new UnreadableStatement(
		'This Excel file has no sheet that can be read. Please export the statement again, as CSV.',
		{ cause },
	);

/** Yields the text of a part in pieces that end before a tag. Throws if its length differs from the directory. */
async function* readPieces(zip: ZipDirectory, entry: ZipDirectory['entries'][number]) {
	let rest = '';
	for await (const piece of zip.contentOf(entry)) {
		const text = rest + piece.toString('latin1');
		const tag = Math.max(text.lastIndexOf('<'), 0);
		yield text.slice(0, tag);
		rest = text.slice(tag, tag + TAG_MAX);
	}
	yield rest;
}

/** Checks a part before the reader unpacks it. Returns whether it needs repair: the reader fills all cells that come before a far one. */
const checkPart = async (zip: ZipDirectory, entry: ZipDirectory['entries'][number]) => {
	if (entry.uncompressedSize > SHEET_MAX_BYTES) throw notExcel();
	let rows = 0;
	let needsRepair = entry.fileName !== entry.fileNameRaw.toString();
	for await (const text of readPieces(zip, entry)) {
		for (const [, number] of text.matchAll(ROW)) {
			rows++;
			if (Number(number ?? 0) > rows + EMPTY_ROWS_MAX) needsRepair = true;
		}
		if (rows > ROWS_MAX) throw tooLong();
		if (ISO_DATE.test(text)) throw notExcel();
		needsRepair ||= FAR_CELL.test(text) || BUILT_IN_FORMAT.test(text);
	}
	return needsRepair;
};

/** Returns the days to add to the reader's dates. */
const findMissingDays = async (zip: ZipDirectory) => {
	const entry = zip.entries.find(({ fileName }) => fileName === 'xl/workbook.xml');
	if (!entry || entry.uncompressedSize > WORKBOOK_MAX) throw notExcel();
	const pieces = await Array.fromAsync(zip.contentOf(entry));
	return DATES_OF_1904.test(Buffer.concat(pieces).toString()) ? DAYS_FROM_1900_TO_1904 : 0;
};

const readInThread = async (bytes: ByteSource): Promise<Cells> => {
	const zip = await readZip(bytes);
	refuseBombs(zip.entries);
	let needsRepair = false;
	for (const entry of zip.entries)
		if (/\.(?:xml|rels)$/.test(entry.fileName) && (await checkPart(zip, entry))) needsRepair = true;
	const extraDays = await findMissingDays(zip);
	const { buffer } = new Uint8Array(await bytes.read(0, bytes.size));
	const thread = new Worker(READER, {
		workerData: { buffer, extraDays, needsRepair } satisfies Workbook,
		transferList: [buffer],
		resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
	});
	const rows: Cells = [];
	try {
		for await (const [portion] of on(thread, 'message', { close: ['exit'] }))
			rows.push(...(portion as Cells));
	} catch (cause) {
		throw notExcel(cause);
	} finally {
		await thread.terminate();
	}
	if (rows.length === 0) throw notExcel();
	return rows;
};

const inTurn = makeTurns();

/**
 * Reads the sheet with a statement, or the first one, of an Excel file of 2007 or later ([ECMA-376] part 1, 18.3 and 18.4), in a worker thread,
 * because the reader processes a whole sheet without a pause. Reads one file at a time.
 */
export const readXlsx = (bytes: ByteSource): Promise<Cells> => inTurn(() => readInThread(bytes));
