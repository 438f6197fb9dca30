import type { Decrypt } from '../pdf/decrypt.ts';
import { inflate, isDeflated, type Room } from '../pdf/packed-data.ts';
import {
	type Cursor,
	type Dictionary,
	type Reference,
	readValue,
	skipGap,
	Unreadable,
} from '../pdf/syntax.ts';
import type { ByteSource } from '../store.ts';
import { type Places, refuseActing } from './pdf-names.ts';
import { dictionariesAround, endOfStreamDictionary, type Found, pdfReader } from './pdf-objects.ts';
import { tooComplex } from './refusals.ts';

/** A stream that holds objects has a hundred or so of them, and packs them well. */
const MAX_OBJECT_STREAMS = 4_000;
const MAX_PACKED = 8 * 1024 ** 2;
/** For all of a file's packed objects. */
const MAX_UNPACKED = 16 * 1024 ** 2;
const FIRST_READ = 64 * 1024;
const MAX_WORK = 32 * 1024 ** 2;

const skipMark = (cursor: Cursor) => void readValue(cursor);
const skipMarkAndValue = (cursor: Cursor) => {
	readValue(cursor);
	skipGap(cursor);
	readValue(cursor);
};

/** The streams that hold objects: those that say so, and those with the key that their readers need. */
async function* objectStreams(bytes: ByteSource, places: Places) {
	const around = pdfReader(bytes);
	const marks = [
		...places.ObjStm.map((place) => ({ place, skip: skipMark })),
		...places.First.map((place) => ({ place, skip: skipMarkAndValue })),
	].sort((one, other) => one.place - other.place);
	const seen = new Set<number>();
	const work = { left: MAX_WORK };
	for (const { place, skip } of marks) {
		const { from, text } = await around(place);
		const end = endOfStreamDictionary(text, place - from, skip, work);
		if (end === undefined || seen.has(from + end)) continue;
		if (seen.size === MAX_OBJECT_STREAMS) throw tooComplex();
		seen.add(from + end);
		const found = dictionariesAround(text, from, place - from, work).filter(
			(one) => one.end === from + end,
		);
		if (found.length === 0) throw new Unreadable();
		yield* found;
	}
}

/** How long the data of a stream is, where its dictionary says so itself. */
const knownLength = (dictionary: Dictionary) => {
	const length = dictionary.get('Length');
	return typeof length === 'number' && length > 0 ? length : undefined;
};

const readObjects = async (
	bytes: ByteSource,
	{ dictionary, number, data = bytes.size }: Found,
	decrypt: Decrypt | undefined,
	room: Room,
) => {
	const deflated = isDeflated(dictionary);
	const whole = knownLength(dictionary);
	// Only deflated data knows by itself where it ends.
	if ((!deflated && whole === undefined) || (decrypt && !number)) throw new Unreadable();
	if (whole !== undefined && whole > MAX_PACKED) throw tooComplex();
	for (let size = whole ?? FIRST_READ; size <= MAX_PACKED; size *= 2) {
		const packed = await bytes.read(data, size);
		const plain = decrypt?.(packed, number as Reference) ?? packed;
		const objects = deflated ? inflate(plain, room) : plain;
		if (objects) return objects;
		if (packed.length < size) break;
	}
	throw new Unreadable();
};

/** Refuses what acts among the objects of a stream, read in one way; says whether they could be. */
const refuseActingIn = async (...stream: Parameters<typeof readObjects>) => {
	try {
		refuseActing((await readObjects(...stream)).toString('latin1'));
		return true;
	} catch (error) {
		if (!(error instanceof Unreadable)) throw error;
		return false;
	}
};

/**
 * Looks through the objects that a PDF packs into streams. In an encrypted file each of them may be
 * encrypted or not, whatever readers make of that. Throws `Unreadable` for what cannot be unpacked here.
 */
export const refuseActingStreams = async (
	bytes: ByteSource,
	places: Places,
	ways: readonly (Decrypt | undefined)[],
) => {
	const room = { left: MAX_UNPACKED };
	for await (const stream of objectStreams(bytes, places)) {
		let read = false;
		for (const decrypt of ways) read = (await refuseActingIn(bytes, stream, decrypt, room)) || read;
		if (!read) throw new Unreadable();
	}
};
