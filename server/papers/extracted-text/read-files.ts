import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ExpressionBuilder } from 'kysely';
import type { InsideRow } from '../../content/files/insides.ts';
import { nameContentLock } from '../../content/files/store.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.ts';
import {
	type FileReader,
	type Outcome,
	openFileReader,
} from '../../platform/files/reading/file-reader.ts';
import type { ReadFile } from '../../platform/files/reading/process.ts';
import { FEW_CHARACTERS } from '../../platform/files/reading/read-pdf.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { Job } from '../../platform/jobs.ts';
import type { CoverFacts } from '../formats/read-name.ts';

/**
 * Maximum number of attempts. A single crash or timeout may come from a busy machine; after two, the file is the cause.
 */
const TRIES_MAX = 2;
/** Delay before a content that could not be fetched is tried again. */
const RETRY_MS = 10 * 60_000;
/** Maximum number of pages of a file that are read by OCR. */
const SCANNED_MAX = 60;
const PICTURE_BYTES = 1024 ** 2;

export interface Reading {
	database: Database;
	files: FileStore;
}

/** True for rows that are due, and for rows dated further ahead than any delay, from before a clock was set back. */
const isDue = (eb: ExpressionBuilder<Schema, 'insides'>) => {
	const at = (ms: number) => new Date(Date.now() + ms).toISOString();
	return eb.or([eb('asked_at', '<=', at(0)), eb('asked_at', '>', at(RETRY_MS))]);
};

const findNext = ({ database }: Pick<Reading, 'database'>) =>
	database.read
		.selectFrom('insides')
		.selectAll()
		.where('state', '=', 'waiting')
		.where(isDue)
		.orderBy('asked_at', 'desc')
		.limit(1)
		.executeTakeFirst();

const markUnreadable = (trx: Trx, sha256: string, problem: string) =>
	trx
		.updateTable('insides')
		.set({ state: 'unreadable', problem, text: 'none' })
		.where('sha256', '=', sha256)
		.execute();

const postpone = ({ database }: Reading, { sha256 }: InsideRow, problem: string | null) =>
	database.write((trx) =>
		trx
			.updateTable('insides')
			.set({ problem, asked_at: new Date(Date.now() + RETRY_MS).toISOString() })
			.where('sha256', '=', sha256)
			.execute(),
	);

const saveRead = async (
	trx: Trx,
	sha256: string,
	file: ReadFile<CoverFacts>,
	picture: string | null,
) => {
	const { pages = null, text, texts, facts } = file;
	const { numUpdatedRows } = await trx
		.updateTable('insides')
		.set({
			state: 'read',
			problem: null,
			pages,
			text,
			picture,
			...facts,
			codes: JSON.stringify(facts.codes),
			confidence: null,
			repaired: false,
		})
		.where('sha256', '=', sha256)
		.executeTakeFirst();
	// The sweep has removed the content.
	if (numUpdatedRows === 0n) return;
	await trx.deleteFrom('inside_pages').where('sha256', '=', sha256).execute();
	const filled = texts.flatMap((text, at) => (text ? [{ sha256, page: at + 1, text }] : []));
	if (filled.length > 0) await trx.insertInto('inside_pages').values(filled).execute();
	await queueScannedPages(trx, sha256, file);
};

/** Queues the pages of a PDF with little text to be read by OCR. */
const queueScannedPages = async (
	trx: Trx,
	sha256: string,
	{ pages, texts }: ReadFile<CoverFacts>,
) => {
	await trx.deleteFrom('scanned_pages').where('sha256', '=', sha256).execute();
	const isPdf = trx.selectFrom('insides').select('ext').where('sha256', '=', sha256);
	if ((await isPdf.executeTakeFirst())?.ext !== 'pdf') return;
	const queued = Array.from({ length: Math.min(pages ?? 0, SCANNED_MAX) }, (_, n) => n)
		.filter((n) => (texts[n]?.length ?? 0) < FEW_CHARACTERS)
		.map((n) => ({ sha256, page: n + 1 }));
	if (queued.length > 0) await trx.insertInto('scanned_pages').values(queued).execute();
};

/** Stores the facts and pages of a file, and its picture as a content of its own, locked against the sweep. */
const keep = async (
	{ database, files }: Reading,
	sha256: string,
	file: ReadFile<CoverFacts>,
	picture: string | undefined,
) => {
	if (!picture) return database.write((trx) => saveRead(trx, sha256, file, null));
	const staged = await files.receive(
		Readable.from([Buffer.from(picture, 'base64')]),
		PICTURE_BYTES,
	);
	try {
		await database.withLock(nameContentLock(staged.sha256), async (write) => {
			await staged.place();
			await write((trx) => saveRead(trx, sha256, file, staged.sha256));
		});
	} finally {
		await staged.discard();
	}
};

const GIVEN_UP = {
	slow: 'It takes too long to read.',
	died: 'It takes too much memory to read.',
};

const save = async (reading: Reading, sha256: string, outcome: Outcome) => {
	if (outcome.end === 'read')
		return keep(reading, sha256, outcome.file as ReadFile<CoverFacts>, outcome.picture);
	const problem =
		outcome.end === 'refused' ? outcome.why : GIVEN_UP[outcome.end === 'slow' ? 'slow' : 'died'];
	await reading.database.write((trx) => markUnreadable(trx, sha256, problem));
};

const readNext = async (reading: Reading, reader: FileReader, signal: AbortSignal) => {
	const row = await findNext(reading);
	if (!row) return false;
	const { sha256, ext } = row;
	const size = await reading.database.read
		.selectFrom('files')
		.select('size')
		.where('sha256', '=', sha256)
		.limit(1)
		.executeTakeFirst();
	const fail = async (error: unknown) => {
		await postpone(reading, row, null);
		throw error;
	};
	for (let tries = 1; tries <= TRIES_MAX; tries++) {
		const content = size && (await reading.files.open(sha256).catch(fail));
		if (!content) {
			await postpone(reading, row, 'Its content is missing.');
			return true;
		}
		const outcome = await reader
			.read({ work: 'read', ext, size: size.size }, content, signal)
			.catch((error) => (content.errored ? fail(error) : Promise.reject(error)));
		if (signal.aborted) return true;
		const isFinal = outcome.end === 'read' || outcome.end === 'refused' || tries === TRIES_MAX;
		if (!isFinal) continue;
		await save(reading, sha256, outcome);
		break;
	}
	return true;
};

/** Opens the reader that also returns the facts on the cover of a paper. */
export const openPaperReader = (
	options: { readingMs?: number; priority?: number; memoryMb?: number } = {},
) => openFileReader({ program: join(import.meta.dirname, 'reader-process.ts'), ...options });

/** Reads all contents that are due, one by one; resolves to their number. Rejects as the store does. */
export const readFiles = async (
	reading: Reading,
	signal: AbortSignal = new AbortController().signal,
	reader: FileReader = openPaperReader(),
) => {
	let read = 0;
	try {
		while (!signal.aborted && (await readNext(reading, reader, signal))) read++;
		return read;
	} finally {
		await reader.close();
	}
};

/** Reads new files every two seconds, on one server at a time, while the store works. */
export const readFilesJob = (reading: Reading): Job => ({
	name: 'Read files',
	firstMs: 5_000,
	everyMs: 2_000,
	isDue: async () =>
		(await findNext(reading)) !== undefined && (await reading.files.state()) === 'ok',
	run: async (signal) => `${await readFiles(reading, signal)} files read`,
});
