import {
	type Cursor,
	type Dictionary,
	type Reference,
	readEntries,
	skipGap,
	skipToken,
	Unreadable,
} from '../pdf/syntax.ts';
import type { ByteSource } from '../store.ts';
import { tooComplex } from './refusals.ts';

const WINDOW = 256 * 1024;
/** What is looked at before and after a mark; dictionaries of streams have a few hundred bytes. */
const BEFORE = 4 * 1024;
const AFTER = 32 * 1024;

/** How many characters may still be read as objects, some of them many times. */
export interface Work {
	left: number;
}

const account = (work: Work, characters: number) => {
	work.left -= characters;
	if (work.left < 0) throw tooComplex();
};

/** A dictionary that stands after `N G obj`, and where it ends in the file. */
export interface Found {
	dictionary: Dictionary;
	/** Not known where the numbers are not written plainly. */
	number: Reference | undefined;
	end: number;
	/** Where the data begins, where the dictionary is that of a stream. */
	data: number | undefined;
}

/** Reads what stands around places of a PDF, as texts whose characters are bytes. */
export const pdfReader = (bytes: ByteSource) => {
	let held = { from: 0, text: '' };

	/** The text around a place, and where in the file it begins. */
	return async (place: number) => {
		const from = Math.max(0, place - BEFORE);
		const to = Math.min(bytes.size, place + AFTER);
		if (from < held.from || to > held.from + held.text.length) {
			const data = await bytes.read(from, WINDOW);
			held = { from, text: data.toString('latin1') };
		}
		return { from, text: held.text.slice(from - held.from, to - held.from) };
	};
};

const dataStart = /[ \t]*\r?\n|\r/y;

/** Where the data of a stream begins, when a stream follows; the cursor stands behind its dictionary. */
const streamData = (cursor: Cursor) => {
	skipGap(cursor);
	if (!skipToken(cursor, 'stream')) return undefined;
	dataStart.lastIndex = cursor.at;
	if (!dataStart.test(cursor.text)) throw new Unreadable();
	return dataStart.lastIndex;
};

/** What is read, or undefined where that cannot be. */
export const quietly = <T>(read: () => T) => {
	try {
		return read();
	} catch (error) {
		if (error instanceof Unreadable) return undefined;
		throw error;
	}
};

/** The dictionaries of whole objects that `at` lies in. A text or a comment may pretend to be one. */
export const dictionariesAround = (text: string, from: number, at: number, work: Work): Found[] =>
	[...text.slice(0, at).matchAll(/obj/g)].flatMap(({ index }) => {
		const cursor = { text, at: index + 'obj'.length };
		const dictionary = quietly(() => {
			skipGap(cursor);
			return skipToken(cursor, '<<') ? readEntries(cursor) : undefined;
		});
		account(work, cursor.at - index);
		if (!dictionary || cursor.at <= at) return [];
		const end = from + cursor.at;
		const data = quietly(() => streamData(cursor));
		const numbers = /(\d{1,10})[\0\s]+(\d{1,10})[\0\s]*$/.exec(
			text.slice(Math.max(0, index - 40), index),
		);
		const number = numbers
			? { object: Number(numbers[1]), generation: Number(numbers[2]) }
			: undefined;
		return [{ dictionary, number, end, data: data && from + data }];
	});

const STREAM_AFTER = />>[\0\s]*(?:%[^\r\n]*[\r\n][\0\s]*)*stream/;

/**
 * Where the dictionary ends that goes on at `at` (first with what `skip` passes over), when a stream
 * follows it; nothing when none does. Throws `Unreadable` where that cannot be told.
 */
export const endOfStreamDictionary = (
	text: string,
	at: number,
	skip: (cursor: Cursor) => void,
	work: Work,
) => {
	const cursor = { text, at };
	const end = quietly(() => {
		skip(cursor);
		readEntries(cursor);
		const end = cursor.at;
		return { end, followed: streamData(cursor) !== undefined };
	});
	account(work, end ? cursor.at - at : text.length - at);
	if (end) return end.followed ? end.end : undefined;
	if (STREAM_AFTER.test(text.slice(at))) throw new Unreadable();
	return undefined;
};
