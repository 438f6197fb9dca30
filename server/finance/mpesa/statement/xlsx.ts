import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet, SheetNotFoundError } from 'read-excel-file/universal';
import { readZip, refuseBombs } from '../../../platform/files/inspect/zip.ts';
import type { ByteSource } from '../../../platform/files/store.ts';
import { pickSheet } from './lines.ts';
import {
	type Cells,
	COLUMNS_MAX,
	clipCell,
	EMPTY_ROWS_MAX,
	ROWS_MAX,
	tooLong,
	UnreadableStatement,
} from './unreadable.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** Attributes before another one; their values may contain `>`. */
const ATTRIBUTES = `(?:[^<>"']|"[^"<]*"|'[^'<]*')*?`;
const ROW_TAG = new RegExp(
	`<(?:[\\w.-]+:)?row(?=[\\s/>])(?:${ATTRIBUTES}\\sr\\s*=\\s*["']([^"'<]*))?`,
	'g',
);
/** Cells beyond column AF, the last that is read. */
const FAR_CELL = new RegExp(
	`<(?:[\\w.-]+:)?c\\s${ATTRIBUTES}\\br\\s*=\\s*["'](?:[A-Z]{3}|[B-Z][A-Z]|A[G-Z])`,
);
const ROW = new RegExp(
	`<((?:[\\w.-]+:)?)row(?=[\\s/>])${ATTRIBUTES}(?:/>|>[\\s\\S]*?</\\1row\\s*>)`,
	'g',
);
const CELL = new RegExp(`<((?:[\\w.-]+:)?)c\\s${ATTRIBUTES}(?:/>|>[\\s\\S]*?</\\1c\\s*>)`, 'g');
const PLACE = /\sr\s*=\s*["']([A-Z]*)(\d+)/;
const ROW_NUMBER = /^[1-9]\d{0,6}$/;
const LAST_COLUMN = 'AF';
/** ISO dates, which the reader takes as times of the server's time zone. */
const ISO_DATE = /<(?:[\w.-]+:)?c\s[^<>]*\bt\s*=\s*["']d["']/;
/** LibreOffice writes `true` for a workbook of the 1904 date system; the reader knows `1` alone. */
const DATES_OF_1904 = /\bdate1904\s*=\s*["']true["']/;
const DAYS_FROM_1900_TO_1904 = 1_462;
const FORMAT_ID = /\bnumFmtId\s*=\s*["'](\d{1,2})["']/g;

const notExcel = (cause?: unknown) =>
	new UnreadableStatement(
		'This Excel file has no sheet that can be read. Please export the statement again, as CSV.',
		{ cause },
	);

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

/** Refuses a sheet that the reader cannot read, and removes cells before which it would fill many empty ones. */
const repairSheet = (xml: string) => {
	let rows = 0;
	let hasFarRow = false;
	for (const [, number] of xml.matchAll(ROW_TAG)) {
		if (++rows > ROWS_MAX) throw tooLong();
		if (number !== undefined && !ROW_NUMBER.test(number)) throw notExcel();
		hasFarRow ||= Number(number ?? 0) > rows + EMPTY_ROWS_MAX;
	}
	if (ISO_DATE.test(xml)) throw notExcel();
	return hasFarRow || FAR_CELL.test(xml) ? trimSheet(xml) : xml;
};

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

/** Returns a workbook without compression that the reader reads, and the days to add to its dates. */
const repair = (bytes: Buffer) => {
	const parts = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) });
	let extraDays = 0;
	const repaired = Object.entries(parts).map(([path, part]): [string, Uint8Array] => {
		const name = path.replace(/^(?:\.?\/)+/, '');
		const xml = strFromU8(part);
		if (name === 'xl/workbook.xml' && DATES_OF_1904.test(xml)) extraDays = DAYS_FROM_1900_TO_1904;
		const mended = name === 'xl/styles.xml' ? renumberFormats(xml) : repairSheet(xml);
		return [name, mended === xml ? part : strToU8(mended)];
	});
	// ZIP has no time before 1980, and the clock of this process may not advance.
	const content = zipSync(Object.fromEntries(repaired), { level: 0, mtime: '2000-01-02' });
	return { content: content.buffer as ArrayBuffer, extraDays };
};

/** Returns a date as M-Pesa's wall clock shows it, `2026-10-01T12:00:00`. */
const formatTime = (date: Date, extraDays: number) => {
	const seconds = Math.round(date.getTime() / SECOND_MS);
	return new Date(seconds * SECOND_MS + extraDays * DAY_MS).toISOString().slice(0, 19);
};

const toText = (cell: unknown, extraDays: number) => {
	if (cell === null || cell === undefined) return '';
	if (cell instanceof Date) return formatTime(cell, extraDays);
	// Rounds: adding floating point numbers leaves 5.7e-14 for 0.
	return clipCell(String(typeof cell === 'number' ? Number(cell.toFixed(6)) : cell));
};

/** Yields the sheets in the order of the workbook, hidden and empty ones too. */
async function* readSheets({ content, extraDays }: ReturnType<typeof repair>) {
	for (let n = 1; ; n++) {
		try {
			const rows = await readSheet(content, n);
			yield rows.map((cells) => cells.slice(0, COLUMNS_MAX).map((cell) => toText(cell, extraDays)));
		} catch (error) {
			if (n === 1 || !(error instanceof SheetNotFoundError)) throw error;
			return;
		}
	}
}

/**
 * Reads the sheet with a statement, or the first one, of an Excel file of 2007 or later ([ECMA-376] part 1, 18.3 and
 * 18.4).
 */
export const readXlsx = async (bytes: ByteSource): Promise<Cells> => {
	refuseBombs((await readZip(bytes)).entries);
	const file = await bytes.read(0, bytes.size);
	try {
		const rows = await pickSheet(readSheets(repair(file)));
		if (rows.length > 0) return rows;
	} catch (error) {
		throw error instanceof UnreadableStatement ? error : notExcel(error);
	}
	throw notExcel();
};
