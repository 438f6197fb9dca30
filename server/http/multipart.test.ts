import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { partsOf } from './multipart.ts';

const CRLF = '\r\n';
const part = (headers: string, content: string | Buffer) =>
	Buffer.concat([
		Buffer.from(`--B\r\n${headers}\r\n\r\n`),
		Buffer.from(content),
		Buffer.from(CRLF),
	]);
const field = (name: string, content: string) =>
	part(`Content-Disposition: form-data; name="${name}"`, content);
const file = (filename: string, content: string | Buffer) =>
	part(
		`Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/pdf`,
		content,
	);
const form = (...parts: (Buffer | string)[]) =>
	Buffer.concat([...parts.map((each) => Buffer.from(each)), Buffer.from('--B--\r\n')]);

/** The parts of a body that arrives in pieces of `step` bytes. */
const read = async (body: Buffer, step = body.length, boundary: string | null = 'B') => {
	const pieces = [];
	for (let at = 0; at < body.length; at += step) pieces.push(body.subarray(at, at + step));
	const found = [];
	const chunks: AsyncIterator<Buffer> = Readable.from(pieces)[Symbol.asyncIterator]();
	for await (const { field, filename, content } of partsOf(chunks, boundary))
		found.push({
			field,
			filename,
			content: Buffer.concat(await Array.fromAsync(content)).toString('latin1'),
		});
	return found;
};

const refusal = (body: Buffer | string, boundary: string | null = 'B') =>
	read(Buffer.from(body), undefined, boundary).then(
		(found) => found,
		({ code, message }) => `${code}: ${message}`,
	);

describe('a form', () => {
	const tricky = '\r\n--\r\n--A\r\n-B--\r\n--\r\r\n\n--b\r\n';
	const whole = form(field('note', 'hello'), file('Paper 1.pdf', tricky), field('', ''));
	const expected = [
		{ field: 'note', filename: undefined, content: 'hello' },
		{ field: 'file', filename: 'Paper 1.pdf', content: tricky },
		{ field: '', filename: undefined, content: '' },
	];

	it('is read part by part', async () => expect(await read(whole)).toEqual(expected));

	it('is read the same in whatever pieces it arrives', async () => {
		for (let step = 1; step <= whole.length; step++)
			expect(await read(whole, step)).toEqual(expected);
	});

	it('is read as browsers and programs send it', async () => {
		const sent = new FormData();
		sent.append('file', new File(['%PDF-'], 'Hisabati "2024" — jibu\n.pdf'));
		sent.append('note', 'a\r\nb');
		const request = new Request('http://x', { method: 'POST', body: sent });
		const boundary = request.headers.get('content-type')?.split('boundary=')[1] ?? null;
		const body = Buffer.from(await request.arrayBuffer());
		expect(await read(body, 7, boundary)).toEqual([
			{ field: 'file', filename: 'Hisabati "2024" — jibu\n.pdf', content: '%PDF-' },
			{ field: 'note', filename: undefined, content: 'a\r\nb' },
		]);
	});

	it.each([
		['a name in the encoding of RFC 5987', `filename*=UTF-8''R%C3%A9vision.pdf`, 'Révision.pdf'],
		['a name without quotes', 'filename=a.pdf', 'a.pdf'],
		['no name chosen', 'filename=""', ''],
	])('may have %s', async (_, parameter, filename) => {
		const body = form(part(`content-disposition:form-data;name=file;${parameter}`, ''));
		expect(await read(body)).toEqual([{ field: 'file', filename, content: '' }]);
	});

	it('may have something before and after it', async () => {
		const body = Buffer.concat([
			Buffer.from('This is a form.\r\n'),
			form(field('a', 'b')),
			Buffer.from('bye'),
		]);
		expect(await read(body)).toHaveLength(1);
	});

	it('may have blanks behind its boundaries', async () => {
		const body = Buffer.from(form(field('a', 'b')).toString().replace('--B\r\n', '--B \t\r\n'));
		expect(await read(body)).toHaveLength(1);
	});

	it('may have no parts', async () => expect(await read(form())).toEqual([]));
});

describe('a form is refused', () => {
	const EARLY = 'bad_request: The upload could not be read: it ends too early.';
	const LONG = 'bad_request: The upload could not be read: a part of it is too long.';
	const HEADER = 'bad_request: The upload could not be read: a header of a part is unclear.';
	const NAMELESS = 'bad_request: The upload could not be read: a part of it has no name.';
	const BOUNDARY = 'bad_request: The upload could not be read: its boundary is unclear.';
	const END = 'bad_request: The upload could not be read: it does not end where it says.';
	const disposition = 'Content-Disposition: form-data; name="a"';
	const headers = (count: number) => `${disposition}${`\r\nX: y`.repeat(count - 1)}`;

	it('wherever it is cut off', async () => {
		const body = form(field('a', 'b'), file('c.pdf', 'd'));
		// The line break after the last boundary is not needed.
		for (let length = 0; length < body.length - CRLF.length; length++)
			expect(await refusal(body.subarray(0, length))).toBe(EARLY);
	});

	it.each<[string, Buffer | string, string]>([
		['without a first boundary', 'hello '.repeat(500), LONG],
		['with a part without headers', form(part('', 'x')), NAMELESS],
		[
			'with a part that does not say what it is',
			form(part('Content-Type: text/plain', 'x')),
			NAMELESS,
		],
		[
			'with a part of another kind',
			form(part('Content-Disposition: attachment; name="a"', 'x')),
			NAMELESS,
		],
		[
			'with a part without a name',
			form(part('Content-Disposition: form-data; filename="a"', 'x')),
			NAMELESS,
		],
		['with a part of two names', form(part(`${disposition}\r\n${disposition}`, 'x')), NAMELESS],
		['with a header without a name', form(part(`${disposition}\r\n: x`, 'x')), HEADER],
		['with a header without a value', form(part(`${disposition}\r\nhello`, 'x')), HEADER],
		[
			'with a header over two lines',
			form(part('Content-Disposition: form-data;\r\n name="a"', 'x')),
			HEADER,
		],
		['with a bare line break in a header', form(part(`${disposition}\nX: y`, 'x')), HEADER],
		['with NUL in a header', form(part('Content-Disposition: form-data; name="a\0"', 'x')), HEADER],
		[
			'with 51 headers',
			form(part(headers(51), 'x')),
			'bad_request: The upload could not be read: a part of it has too many headers.',
		],
		['with 10,000 headers', form(part(headers(10_000), 'x')), LONG],
		['with a long header', form(part(`${disposition}\r\nX: ${'y'.repeat(300_000)}`, 'x')), LONG],
		['with text behind a boundary', '--B hello\r\n\r\n', BOUNDARY],
		['with a boundary that only begins like its own', '--BC\r\n\r\n', BOUNDARY],
		['with much behind its end', Buffer.concat([form(field('a', 'b')), Buffer.alloc(2_000)]), END],
	])('%s', async (_, body, expected) => expect(await refusal(body)).toBe(expected));

	it('but not with 50 headers', async () =>
		expect(await refusal(form(part(headers(50), 'x')))).toHaveLength(1));

	it.each([null, '', 'x'.repeat(71), 'a b', 'a"b', 'a\r\nb', 'é'])(
		'with the boundary %j',
		async (boundary) =>
			expect(await refusal('--\r\n', boundary)).toBe(
				'bad_request: The upload could not be read: it names no boundary.',
			),
	);
});
