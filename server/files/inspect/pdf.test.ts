import { deflateSync } from 'node:zlib';
import { type PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { pdf } from '../fixtures/documents.ts';
import { type Made, noise, relativeCost, verdict } from '../fixtures/verdict.ts';

const NOT_A_PDF = '415 This file says it is a PDF but is not one.';
const TOO_COMPLEX = '422 This file unpacks to more than a document should.';
const contains = (what: string) => `422 This PDF contains ${what}, which cannot be uploaded.`;

const script = (to: PDFDocument) => to.addJavaScript('a', 'app.alert(1)');
const attachment = (to: PDFDocument) => to.attach(Buffer.from('MZ'), 'a.exe');
const launch = (to: PDFDocument) =>
	to.catalog.set(
		PDFName.of('OpenAction'),
		to.context.obj({ S: 'Launch', F: PDFString.of('calc.exe') }),
	);

const plain = (objects: string) => `%PDF-1.4\n${objects}\n%%EOF`;
const packed = (objects: Buffer, type = '/ObjStm') =>
	Buffer.concat([
		Buffer.from(`%PDF-1.5\n1 0 obj\n<</Type${type}/Filter/FlateDecode>>stream\r\n`),
		objects,
		Buffer.from('\r\nendstream endobj\n%%EOF'),
	]);

describe('a PDF', () => {
	it.each<[string, Made]>([
		['as it is written today', () => pdf()],
		['as it was written before', () => pdf('Paper', undefined, false)],
		['with a web link', () => plain('<</S/URI/URI(https://a.b/JS)>>')],
		['with bytes after its end', async () => Buffer.concat([await pdf(), Buffer.alloc(900)])],
		[
			'with a picture in which a short name stands by chance',
			() => packed(Buffer.from('/JS '), '/XObject'),
		],
	])('%s is fine', async (_, make) => expect(await verdict('pdf', make)).toBe('fine'));

	it.each<[string, Made]>([
		['with one byte before it', async () => Buffer.concat([Buffer.from('\n'), await pdf()])],
		['without its end', async () => (await pdf()).subarray(0, -10)],
		[
			'that ends long before the file',
			async () => Buffer.concat([await pdf(), Buffer.alloc(5_000)]),
		],
		['of which there is only the header', () => '%PDF-1.7\n'],
		['without a version', () => '%PDF-\n%%EOF'],
	])('%s is none', async (_, make) => expect(await verdict('pdf', make)).toBe(NOT_A_PDF));

	it.each<[string, string, Made]>([
		['a script', 'JavaScript', () => pdf('', script)],
		['a script in plain objects', 'JavaScript', () => pdf('', script, false)],
		[
			'a script by its short name',
			'JavaScript',
			() => plain('<</OpenAction<</JS(app.alert(1))>>>>'),
		],
		['a script under a disguised name', 'JavaScript', () => plain('<</S/J#61va#53cript>>')],
		[
			'a script that stands across two reads',
			'JavaScript',
			() => plain(`${' '.repeat(64 * 1024 - 14)}/JavaScript `),
		],
		['a script after a picture', 'JavaScript', () => plain('<<>> stream\n\nendstream /JS()')],
		[
			'a script in objects packed by hand',
			'JavaScript',
			() => packed(deflateSync('<</S/JavaScript>>')),
		],
		[
			'a script in objects not packed at all',
			'JavaScript',
			() => packed(Buffer.from('<</S/JavaScript>>')),
		],
		[
			'a script in objects that are disguised',
			'JavaScript',
			() => packed(deflateSync('<</S/JavaScript>>'), '/#4fbjSt#6D'),
		],
		['a command', 'a command that starts a program', () => pdf('', launch)],
		['a command in plain objects', 'a command that starts a program', () => pdf('', launch, false)],
		['an attachment', 'an attached file', () => pdf('', attachment)],
		['an attachment in plain objects', 'an attached file', () => pdf('', attachment, false)],
	])('with %s is refused', async (_, what, make) =>
		expect(await verdict('pdf', make)).toBe(contains(what)),
	);

	it('with objects that swell is refused', async () =>
		expect(await verdict('pdf', () => packed(deflateSync(Buffer.alloc(40 * 1024 ** 2))))).toBe(
			TOO_COMPLEX,
		));

	const SIZE = (AT_LENGTH ? 50 : 10) * 1024 ** 2;
	const repeated = (text: string) => Buffer.from(plain(text.repeat(SIZE / text.length)), 'latin1');
	it.each<[string, () => Buffer]>([
		['nothing', () => repeated('\0')],
		['pictures', () => packed(noise(SIZE), '/XObject')],
		['noise', () => Buffer.concat([Buffer.from('%PDF-1.4\n'), noise(SIZE), Buffer.from('%%EOF')])],
		['slashes', () => repeated('/')],
		['scripts, nearly', () => repeated('/JS        ')],
		['names', () => repeated('/JavaScripx')],
		['disguised letters', () => repeated('/#4')],
		['dictionaries', () => repeated('>>   ')],
		['streams', () => repeated('>>stream\nendstream')],
		['packed objects', () => repeated('/ObjStm >>stream\n\x78\x9c\nendstream')],
	])('of many megabytes of %s is looked through in no time', async (_, make) => {
		expect(await relativeCost('pdf', make())).toBeLessThan((20 * SIZE) / 2 ** 24);
	});
});
