import { parentPort, workerData } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/universal';
import { COLUMNS_MAX } from './unreadable.ts';

/** An Excel file to read the first sheet of. */
export interface Workbook {
	buffer: ArrayBuffer;
	/** Added to all dates. */
	extraDays: number;
}

/** Rows that are sent in one message. */
const ROWS_PER_MESSAGE = 1_000;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

const { buffer, extraDays } = workerData as Workbook;

// The reader halves its chunk size whenever a chunk takes more than 7 ms, and recurses once per chunk: on a busy
// machine the stack overflows. With a clock that does not advance, chunks grow.
Date.now = () => 0;

/** Returns a date as M-Pesa's wall clock shows it, `2026-10-01T12:00:00`. */
const timeOf = (date: Date) => {
	const seconds = Math.round(date.getTime() / SECOND_MS);
	return new Date(seconds * SECOND_MS + extraDays * DAY_MS).toISOString().slice(0, 19);
};

const textOf = (cell: unknown) => {
	if (cell === null || cell === undefined) return '';
	if (cell instanceof Date) return timeOf(cell);
	// Rounds: adding floating point numbers leaves 5.7e-14 for 0.
	return String(typeof cell === 'number' ? Number(cell.toFixed(6)) : cell);
};

const rows = await readSheet(buffer);
for (let at = 0; at < rows.length; at += ROWS_PER_MESSAGE)
	parentPort?.postMessage(
		rows.slice(at, at + ROWS_PER_MESSAGE).map((cells) => cells.slice(0, COLUMNS_MAX).map(textOf)),
	);
