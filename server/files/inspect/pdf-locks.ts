import { type Decrypt, decryptor } from '../pdf/decrypt.ts';
import {
	type Cursor,
	Cut,
	type Dictionary,
	dictionaryOf,
	readValue,
	skipGap,
	Unreadable,
} from '../pdf/syntax.ts';
import type { ByteSource } from '../store.ts';
import type { Places } from './pdf-names.ts';
import { dictionariesAround, pdfReader } from './pdf-objects.ts';
import { locked } from './refusals.ts';

/** A file has one of each, and a few more for each time that it was changed. */
const MAX_PLACES = 32;
const MAX_WORK = 4 * 1024 ** 2;

const valueAfter = (text: string, at: number) => {
	const cursor: Cursor = { text, at };
	try {
		readValue(cursor);
		skipGap(cursor);
		return readValue(cursor);
	} catch (error) {
		if (error instanceof Cut || error instanceof Unreadable) return undefined;
		throw error;
	}
};

const isLock = (dictionary: Dictionary | undefined): dictionary is Dictionary =>
	dictionary?.has('O') === true && dictionary.has('U');

/**
 * The ways in which the streams of a PDF may have to be decrypted; the first is not at all. Refuses a
 * file that only opens with a password. One that opens without is encrypted all the same when it says
 * what may be done with it, such as printing; papers often do.
 */
export const waysToDecrypt = async (bytes: ByteSource, places: Places) => {
	const ways: (Decrypt | undefined)[] = [undefined];
	if (places.Encrypt.length === 0) return ways;
	const around = pdfReader(bytes);
	const work = { left: MAX_WORK };
	const locks: Dictionary[] = [];
	const ids = new Set<string>(['']);
	for (const place of places.Encrypt.slice(0, MAX_PLACES)) {
		const { from, text } = await around(place);
		const direct = dictionaryOf(valueAfter(text, place - from));
		if (isLock(direct)) locks.push(direct);
	}
	for (const place of places.Standard.slice(0, MAX_PLACES)) {
		const { from, text } = await around(place);
		for (const { dictionary } of dictionariesAround(text, from, place - from, work))
			if (isLock(dictionary)) locks.push(dictionary);
	}
	for (const place of places.ID.slice(0, MAX_PLACES)) {
		const { from, text } = await around(place);
		const id = valueAfter(text, place - from);
		if (Array.isArray(id) && typeof id[0] === 'string') ids.add(id[0]);
	}
	for (const lock of locks.slice(0, MAX_PLACES)) {
		const opened = [...ids].map((id) => decryptor(lock, Buffer.from(id, 'latin1')));
		const way = opened.find((decrypt) => decrypt !== undefined);
		if (!way) throw locked();
		ways.push(way);
	}
	if (ways.length === 1) throw locked();
	return ways;
};
