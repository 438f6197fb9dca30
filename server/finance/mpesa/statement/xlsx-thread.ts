import { parentPort, workerData } from 'node:worker_threads';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet, SheetNotFoundError } from 'read-excel-file/universal';
import { pickSheet } from './lines.ts';
import { COLUMNS_MAX, EMPTY_ROWS_MAX } from './unreadable.ts';

/** An Excel file to read the statement of. */
export interface Workbook {
	buffer: ArrayBuffer;
	/** Added to all dates. */
	extraDays: number;
	/** The file has stray cells far out, or other things that the reader cannot read. */
	needsRepair: boolean;
}

/** Rows that are sent in one message. */
const ROWS_PER_MESSAGE = 1_000;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

const { buffer, extraDays, needsRepair } = workerData as Workbook;

// The reader halves its chunk size whenever a chunk takes more than 7 ms, and recurses once per chunk: on a busy
// machine the stack overflows. With a clock that does not advance, chunks grow.
Date.now = () => 0;

const ROW = /<((?:[\w.-]+:)?)row(?=[\s/>])[^<>]*(?:\/>|>[\s\S]*?<\/\1row\s*>)/g;
const CELL = /<((?:[\w.-]+:)?)c\s[^<>]*(?:\/>|>[\s\S]*?<\/\1c\s*>)/g;
const PLACE = /\sr\s*=\s*["']([A-Z]*)(\d+)/;
const LAST_COLUMN = 'AF';

const isFarOut = (column: string) =>
	column.length > LAST_COLUMN.length ||
	(column.length === LAST_COLUMN.length && column > LAST_COLUMN);

/** Removes stray cells of a sheet: far to the right, or after many empty rows. */
const trimSheet = (xml: string) => {
	let rows = 0;
	return xml.replace(ROW, (row) => {
		rows++;
		if (Number(PLACE.exec(row)?.[2] ?? 0) > rows + EMPTY_ROWS_MAX) return '';
		return row.replace(CELL, (cell) => (isFarOut(PLACE.exec(cell)?.[1] ?? '') ? '' : cell));
	});
};

const FORMAT_ID = /\bnumFmtId\s*=\s*["'](\d{1,2})["']/g;

/** Gives number formats that replace a built-in one an id of their own, which the reader knows. */
const renumberFormats = (xml: string) => {
	const replaced = new Set(
		(xml.match(/<(?:[\w.-]+:)?numFmt\s[^<>]*/g) ?? []).flatMap((tag) =>
			Array.from(tag.matchAll(FORMAT_ID), ([, id]) => id),
		),
	);
	return xml.replace(FORMAT_ID, (text, id) =>
		replaced.has(id) ? `numFmtId="9${id.padStart(3, '0')}"` : text,
	);
};

/** Returns a workbook that the reader reads with bounded memory. */
const repair = (bytes: ArrayBuffer): ArrayBuffer => {
	const parts = unzipSync(new Uint8Array(bytes), {
		filter: ({ name }) => /\.(?:xml|rels)$/.test(name),
	});
	const repaired = Object.entries(parts).map(([path, part]): [string, Uint8Array] => {
		const name = path.replace(/^(?:\.?\/)+/, '');
		if (name.startsWith('xl/worksheets/')) return [name, strToU8(trimSheet(strFromU8(part)))];
		return [name, name === 'xl/styles.xml' ? strToU8(renumberFormats(strFromU8(part))) : part];
	});
	// The reader's clock does not advance, and ZIP has no time before 1980.
	return zipSync(Object.fromEntries(repaired), { level: 0, mtime: '2000-01-02' })
		.buffer as ArrayBuffer;
};

/** Returns a date as M-Pesa's wall clock shows it, `2026-10-01T12:00:00`. */
const formatTime = (date: Date) => {
	const seconds = Math.round(date.getTime() / SECOND_MS);
	return new Date(seconds * SECOND_MS + extraDays * DAY_MS).toISOString().slice(0, 19);
};

const toText = (cell: unknown) => {
	if (cell === null || cell === undefined) return '';
	if (cell instanceof Date) return formatTime(cell);
	// Rounds: adding floating point numbers leaves 5.7e-14 for 0.
	return String(typeof cell === 'number' ? Number(cell.toFixed(6)) : cell);
};

/** Yields the sheets in the order of the workbook, hidden and empty ones too. */
async function* readSheets() {
	const content = needsRepair ? repair(buffer) : buffer;
	for (let n = 1; ; n++) {
		try {
			const rows = await readSheet(content, n);
			yield rows.map((cells) => cells.slice(0, COLUMNS_MAX).map(toText));
		} catch (error) {
			if (n === 1 || !(error instanceof SheetNotFoundError)) throw error;
			return;
		}
	}
}

const rows = await pickSheet(readSheets());
for (let at = 0; at < rows.length; at += ROWS_PER_MESSAGE)
	parentPort?.postMessage(rows.slice(at, at + ROWS_PER_MESSAGE));
