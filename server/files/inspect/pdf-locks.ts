import { type Decrypt, decryptor } from '../pdf/decrypt.ts';
import { type Cursor, type Dictionary, dictionaryOf, readValue, skipGap } from '../pdf/syntax.ts';
import type { ByteSource } from '../store.ts';
import type { Places } from './pdf-names.ts';
import { dictionariesAround, pdfReader, quietly } from './pdf-objects.ts';
import { locked } from './refusals.ts';

/** A file has one of each, and a few more for each time that it was changed. */
const MAX_PLACES = 32;
const MAX_WORK = 4 * 1024 ** 2;

const valueAfter = (text: string, at: number) => {
	const cursor: Cursor = { text, at };
	return quietly(() => {
		readValue(cursor);
		skipGap(cursor);
		return readValue(cursor);
	});
};

const isLock = (dictionary: Dictionary | undefined): dictionary is Dictionary =>
	dictionary?.has('O') === true && dictionary.has('U');

type Around = ReturnType<typeof pdfReader>;

const valuesAfter = async (around: Around, places: readonly number[]) => {
	const values: ReturnType<typeof valueAfter>[] = [];
	for (const place of places.slice(0, MAX_PLACES)) {
		const { from, text } = await around(place);
		values.push(valueAfter(text, place - from));
	}
	return values;
};

/** The dictionaries that say how a file is encrypted: within its trailer, or objects of their own. */
const locksOf = async (around: Around, places: Places) => {
	const found = (await valuesAfter(around, places.Encrypt)).map(dictionaryOf);
	const work = { left: MAX_WORK };
	for (const place of places.Standard.slice(0, MAX_PLACES)) {
		const { from, text } = await around(place);
		const objects = dictionariesAround(text, from, place - from, work);
		found.push(...objects.map(({ dictionary }) => dictionary));
	}
	return found.filter(isLock).slice(0, MAX_PLACES);
};

/**
 * The ways in which the streams of a PDF may have to be decrypted; the first is not at all. Refuses a
 * file that only opens with a password. One that opens without is encrypted all the same when it says
 * what may be done with it, such as printing; papers often do.
 */
export const waysToDecrypt = async (bytes: ByteSource, places: Places) => {
	const none: (Decrypt | undefined)[] = [undefined];
	if (places.Encrypt.length === 0) return none;
	const around = pdfReader(bytes);
	const ids = new Set<string>(['']);
	for (const id of await valuesAfter(around, places.ID))
		if (Array.isArray(id) && typeof id[0] === 'string') ids.add(id[0]);
	const ways = (await locksOf(around, places)).map((lock) => {
		const opened = [...ids].map((id) => decryptor(lock, Buffer.from(id, 'latin1')));
		return opened.find((decrypt) => decrypt !== undefined);
	});
	if (ways.length === 0 || ways.includes(undefined)) throw locked();
	return [...none, ...ways];
};
