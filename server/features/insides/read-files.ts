import { Readable } from 'node:stream';
import type { ExpressionBuilder } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { FileStore } from '../../files/store.ts';
import type { Job } from '../../jobs/jobs.ts';
import { contentLock } from '../files/store.ts';
import { type Outcome, openReader, type Reader } from './reader.ts';
import type { DrawnFile, ReadFile } from './reader-process.ts';
import type { InsideRow } from './tables.ts';

/** What died or was too slow may have met a busy machine; what does so again and again is due to the file. */
const TRIES_MAX = 3;
/** After so many beginnings it is given up, whatever ended them. */
const BEGUN_MAX = 6;
/** When a content is asked for again that could not be had. */
const AGAIN_MS = 10 * 60_000;
const PICTURE_BYTES = 1024 ** 2;

export interface Reading {
	database: Database;
	files: FileStore;
}

/** What is put off has its time; no clock that was set back makes it longer. */
const isDue = (eb: ExpressionBuilder<Schema, 'insides'>) => {
	const at = (ms: number) => new Date(Date.now() + ms).toISOString();
	return eb.or([eb('asked_at', '<=', at(0)), eb('asked_at', '>', at(AGAIN_MS))]);
};

const next = ({ database }: Pick<Reading, 'database'>) =>
	database.read
		.selectFrom('insides')
		.selectAll()
		.where('state', '=', 'waiting')
		.where(isDue)
		.orderBy('tries')
		.orderBy('asked_at', 'desc')
		.limit(1)
		.executeTakeFirst();

const unreadable = (trx: Trx, sha256: string, problem: string) =>
	trx
		.updateTable('insides')
		.set({ state: 'unreadable', problem, text: 'none' })
		.where('sha256', '=', sha256)
		.execute();

/** Leaves a content for later that cannot be had now, with why where that may last: its try does not count. */
const putOff = ({ database }: Reading, { sha256, tries }: InsideRow, problem: string | null) =>
	database.write((trx) =>
		trx
			.updateTable('insides')
			.set({ tries, problem, asked_at: new Date(Date.now() + AGAIN_MS).toISOString() })
			.where('sha256', '=', sha256)
			.execute(),
	);

const saveRead = async (
	trx: Trx,
	sha256: string,
	file: ReadFile,
	shown: { picture: string | null; looks: string | null },
) => {
	const { pages = null, codes, words = null, texts, ...said } = file;
	const { numUpdatedRows } = await trx
		.updateTable('insides')
		.set({
			state: 'read',
			problem: null,
			pages,
			codes: JSON.stringify(codes),
			words,
			...said,
			...shown,
		})
		.where('sha256', '=', sha256)
		.executeTakeFirst();
	// Swept meanwhile.
	if (numUpdatedRows === 0n) return;
	await trx.deleteFrom('inside_pages').where('sha256', '=', sha256).execute();
	const filled = texts.flatMap((text, at) => (text ? [{ sha256, page: at + 1, text }] : []));
	if (filled.length > 0) await trx.insertInto('inside_pages').values(filled).execute();
};

/** Keeps what a file says, and its picture as a content of its own, which no sweep takes meanwhile. */
const keep = async (
	{ database, files }: Reading,
	sha256: string,
	file: ReadFile,
	drawn: DrawnFile | undefined,
) => {
	const looks = drawn?.looks ?? null;
	if (!drawn?.picture)
		return database.write((trx) => saveRead(trx, sha256, file, { picture: null, looks }));
	const staged = await files.receive(
		Readable.from([Buffer.from(drawn.picture, 'base64')]),
		PICTURE_BYTES,
	);
	try {
		await database.holding(contentLock(staged.sha256), async (write) => {
			await staged.place();
			await write((trx) => saveRead(trx, sha256, file, { picture: staged.sha256, looks }));
		});
	} finally {
		await staged.discard();
	}
};

const GIVEN_UP = {
	slow: 'It takes too long to read.',
	died: 'It takes too much memory to read.',
};

const save = async (on: Reading, { sha256, tries }: InsideRow, outcome: Outcome) => {
	if (outcome.end === 'read') return keep(on, sha256, outcome.file, outcome.drawn);
	if (outcome.end !== 'refused' && tries + 1 < TRIES_MAX) return;
	const problem = outcome.end === 'refused' ? outcome.why : GIVEN_UP[outcome.end];
	await on.database.write((trx) => unreadable(trx, sha256, problem));
};

/** Reads one content; resolves to whether there was any. Rejects where the store does not give it. */
const readNext = async (on: Reading, reader: Reader, signal: AbortSignal) => {
	const row = await next(on);
	if (!row) return false;
	const { sha256, ext, tries } = row;
	if (tries >= BEGUN_MAX) {
		await on.database.write((trx) =>
			unreadable(trx, sha256, 'Its reading has never come to an end.'),
		);
		return true;
	}
	const size = await on.database.read
		.selectFrom('files')
		.select('size')
		.where('sha256', '=', sha256)
		.limit(1)
		.executeTakeFirst();
	const notNow = async (error: unknown) => {
		await putOff(on, row, null);
		throw error;
	};
	const content = size && (await on.files.open(sha256).catch(notNow));
	if (!content) {
		await putOff(on, row, 'Its content is missing.');
		return true;
	}
	// Before it is read: whoever is ended by it has still counted.
	await on.database.write((trx) =>
		trx
			.updateTable('insides')
			.set({ tries: tries + 1 })
			.where('sha256', '=', sha256)
			.execute(),
	);
	const outcome = await reader
		.read({ ext, size: size.size }, content, signal)
		.catch((error) => (content.errored ? notNow(error) : Promise.reject(error)));
	if (!signal.aborted) await save(on, row, outcome);
	return true;
};

/** Reads all contents that are due, one after the other; resolves to how many there were. Rejects as the store does. */
export const readFiles = async (
	on: Reading,
	signal: AbortSignal = new AbortController().signal,
	reader: Reader = openReader(),
) => {
	let read = 0;
	try {
		while (!signal.aborted && (await readNext(on, reader, signal))) read++;
		return read;
	} finally {
		await reader.close();
	}
};

/**
 * The reading of files as work that goes on by itself: two seconds after one has come, on one server at a time, while
 * the store works.
 */
export const readFilesJob = (on: Reading): Job => ({
	name: 'Read files',
	firstMs: 5_000,
	everyMs: 2_000,
	isDue: async () => (await next(on)) !== undefined && (await on.files.state()) === 'ok',
	run: async (signal) => `${await readFiles(on, signal)} files read`,
});
