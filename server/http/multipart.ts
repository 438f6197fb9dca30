import { parse } from 'content-disposition';
import { AppError } from '../errors.ts';

/** One part of a form. Its content must be read to the end before the next part is asked for. */
export interface Part {
	/** The field that it fills. */
	field: string;
	/** Set when the part is a file; '' when no file was chosen. */
	filename: string | undefined;
	content: AsyncIterable<Buffer>;
}

const BLANK_LINE = Buffer.from('\r\n\r\n');
const MAX_PREAMBLE = 1024;
const MAX_HEADERS = 8 * 1024;
const MAX_HEADER_LINES = 50;
const BOUNDARY = /^[\w'()+,./:=?-]{1,70}$/;
// RFC 9110, 5.6.2 and 5.5; what is continued on the next line does not match.
const HEADER_LINE = /^([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e\x80-\u{10ffff}]*)$/u;

const malformed = (why: string) =>
	new AppError('bad_request', `The upload could not be read: ${why}.`);

/** Reads a stream by marks in it, keeping no more than a chunk and a mark of it. */
const readerOf = (chunks: AsyncIterator<Buffer>, start: Buffer) => {
	let held = start;
	const more = async () => {
		const { done, value } = await chunks.next();
		if (done) throw malformed('it ends too early');
		held = held.length > 0 ? Buffer.concat([held, value]) : value;
	};
	const pass = (length: number) => {
		const passed = held.subarray(0, length);
		held = held.subarray(length);
		return passed;
	};
	return {
		/** The bytes before the next `mark`, which may be `most` at most. */
		before: async (mark: Buffer, most: number) => {
			let at = held.indexOf(mark);
			while (at < 0 && held.length <= most + mark.length) {
				await more();
				at = held.indexOf(mark);
			}
			if (at < 0 || at > most) throw malformed('a part of it is too long');
			const found = pass(at);
			pass(mark.length);
			return found;
		},
		/** The bytes before the next `mark`, however many, as they come. */
		async *until(mark: Buffer) {
			let at = held.indexOf(mark);
			while (at < 0) {
				// The last bytes may be the beginning of the mark.
				const sure = held.length - mark.length + 1;
				if (sure > 0) yield pass(sure);
				await more();
				at = held.indexOf(mark);
			}
			if (at > 0) yield pass(at);
			pass(mark.length);
		},
		startsWith: async (text: string) => {
			while (held.length < text.length) await more();
			return held.subarray(0, text.length).toString('latin1') === text;
		},
		/** Reads to the end of the stream, which has at most `most` more bytes. */
		end: async (most: number) => {
			let passed = held.length;
			for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
				passed += next.value.length;
				if (passed > most) break;
			}
			if (passed > most) throw malformed('it does not end where it says');
		},
	};
};

/** What a part's headers say of it: `block` is the rest of the boundary's line and the lines below. */
const headersOf = (block: Buffer) => {
	const [padding = '', ...lines] = block.toString('utf8').split('\r\n');
	if (padding.trim() !== '') throw malformed('its boundary is unclear');
	if (lines.length > MAX_HEADER_LINES) throw malformed('a part of it has too many headers');
	const dispositions: string[] = [];
	for (const line of lines) {
		const [, name, value] = HEADER_LINE.exec(line) ?? [];
		if (name === undefined || value === undefined) throw malformed('a header of a part is unclear');
		if (name.toLowerCase() === 'content-disposition') dispositions.push(value.trim());
	}
	const { type, parameters } = parse(dispositions[0] ?? '', { multipart: true });
	if (dispositions.length !== 1 || type !== 'form-data' || parameters.name === undefined)
		throw malformed('a part of it has no name');
	return { field: parameters.name, filename: parameters.filename };
};

/**
 * Reads a form (RFC 7578) part by part while it arrives. Stricter than the usual parsers, which skip
 * over what they do not understand: whatever is unclear, too long or missing, the end included, is
 * `bad_request`. The generator ends when the stream has ended.
 *
 * `@fastify/multipart` accepts broken forms and answers 500 to forms that are cut off. Only `form.ts` uses this parser.
 */
export async function* partsOf(
	chunks: AsyncIterator<Buffer>,
	boundary: string | null,
): AsyncGenerator<Part> {
	if (boundary === null || !BOUNDARY.test(boundary)) throw malformed('it names no boundary');
	const mark = Buffer.from(`\r\n--${boundary}`);
	// So that the first boundary is found as the others are, at the beginning of a line.
	const reader = readerOf(chunks, Buffer.from('\r\n'));
	await reader.before(mark, MAX_PREAMBLE);
	while (!(await reader.startsWith('--')))
		yield {
			...headersOf(await reader.before(BLANK_LINE, MAX_HEADERS)),
			content: reader.until(mark),
		};
	await reader.end('--'.length + MAX_PREAMBLE);
}
