import { constants, inflateSync } from 'node:zlib';
import { invalid } from '../../http/errors.ts';
import type { ByteSource } from '../store.ts';
import { Malformed, tooComplex } from './refusals.ts';

/** Names by which a PDF acts by itself or carries other files, and what a person calls them. */
const refused = {
	JavaScript: 'JavaScript',
	JS: 'JavaScript',
	Launch: 'a command that starts a program',
	EmbeddedFile: 'an attached file',
	EmbeddedFiles: 'an attached file',
};

/** How far readers look for the end mark, generously. */
const TAIL = 2048;
/** More than any name that is looked for, all its letters written as `#xx`. */
const OVERLAP = 64;
const MAX_STREAMS = 100_000;
/** A stream that holds objects has a hundred or so of them, and packs them well. */
const MAX_OBJECT_STREAMS = 4_000;
const MAX_PACKED = 8 * 1024 ** 2;
/** For all of a file's packed objects. */
const MAX_UNPACKED = 16 * 1024 ** 2;

/** Any letter of a name may stand as `#` and its hexadecimal code (ISO 32000-1, 7.3.5). */
const spellings = (name: string) =>
	[...name]
		.map((letter) => {
			const code = letter.charCodeAt(0).toString(16);
			return `(?:${letter}|#${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
		})
		.join('');

const END = '[\\0\\s()<>[\\]{}/%]';
/** So short a name stands anywhere by chance; it counts when a text or a reference follows. */
const SCRIPT = '\\s{0,8}(?:\\(|<[\\dA-Fa-f<]|\\d{1,10}\\s{1,8}\\d{1,10}\\s{1,8}R)';
const names = ['ObjStm', ...Object.keys(refused)]
	.map((name) => `${spellings(name)}(?=${name === 'JS' ? SCRIPT : END})`)
	.join('|');
// What comes before is looked for behind: the engine then skips to the rare letters by itself.
const name = `(?<=/)(${names})`;
const anyName = new RegExp(name, 'g');
const nameOrStream = new RegExp(`${name}|(?<=>>\\s{0,16})stream(?=[\\r\\n])`, 'g');

const plain = (name: string) =>
	name.replace(/#(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const unpack = (packed: string, room: number) => {
	const data = Buffer.from(packed.replace(/^\r?\n?/, ''), 'latin1');
	try {
		const options = { maxOutputLength: Math.max(1, room), finishFlush: constants.Z_SYNC_FLUSH };
		return inflateSync(data, options).toString('latin1');
	} catch (error) {
		if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooComplex();
		// Not compressed, or by another method, or encrypted: then it is looked at as it stands.
		return packed;
	}
};

/**
 * Looks through the objects of a PDF for what makes it act. Streams are passed over (compressed
 * pictures hold any short name by chance sooner or later), except for those that hold objects. It
 * finds what ordinary software writes; who hides on purpose, behind another filter or a password or
 * in bytes that only pretend to be a stream, is not found. What is served is only ever a download.
 */
const scanner = () => {
	let text = '';
	let streams = 0;
	let objectStreams = 0;
	let room = MAX_UNPACKED;
	let holdsObjects = false;
	let stream: { packed: string | undefined } | undefined;

	const meet = (found: string) => {
		const known = plain(found);
		if (known === 'ObjStm') holdsObjects = true;
		else
			throw invalid(
				'file',
				`This PDF contains ${refused[known as keyof typeof refused]}, which cannot be uploaded.`,
			);
	};

	const enter = () => {
		stream = { packed: holdsObjects ? '' : undefined };
		if (++streams > MAX_STREAMS) throw tooComplex();
		if (holdsObjects && ++objectStreams > MAX_OBJECT_STREAMS) throw tooComplex();
		holdsObjects = false;
	};

	const leave = (packed: string | undefined) => {
		stream = undefined;
		if (packed === undefined) return;
		const objects = unpack(packed, room);
		room -= objects.length;
		for (const [found] of `${objects} `.matchAll(anyName)) meet(found);
		holdsObjects = false;
	};

	return (chunk: Buffer) => {
		text += chunk.toString('latin1');
		let at = 0;
		for (;;) {
			if (stream) {
				const end = text.indexOf('endstream', at);
				const until = end < 0 ? Math.max(at, text.length - 'endstream'.length) : end;
				if (stream.packed !== undefined) {
					stream.packed += text.slice(at, until);
					if (stream.packed.length > MAX_PACKED) throw tooComplex();
				}
				at = until;
				if (end < 0) break;
				at += 'endstream'.length;
				leave(stream.packed);
			}
			nameOrStream.lastIndex = at;
			const found = nameOrStream.exec(text);
			at = found ? nameOrStream.lastIndex : Math.max(at, text.length - OVERLAP);
			if (!found) break;
			if (found[1]) meet(found[1]);
			else enter();
		}
		text = text.slice(at);
	};
};

/** A PDF begins and ends as one, does nothing by itself and carries no other file. */
export const inspectPdf = async (bytes: ByteSource) => {
	const head = await bytes.read(0, 8);
	const tail = await bytes.read(Math.max(0, bytes.size - TAIL), TAIL);
	if (!/^%PDF-\d/.test(head.toString('latin1')) || !tail.includes('%%EOF')) throw new Malformed();
	const scan = scanner();
	for await (const chunk of bytes.chunks()) scan(chunk);
};
