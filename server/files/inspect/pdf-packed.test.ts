import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { harmless, withPassword, withScripts } from '../fixtures/encrypted-pdfs.ts';
import { noise, relativeCost, verdict } from '../fixtures/verdict.ts';

const SCRIPT = '422 This PDF contains JavaScript, which cannot be uploaded.';
const UNCHECKED =
	'422 This PDF is written in a way that cannot be checked. Please print it to a new PDF and upload that.';
const LOCKED =
	'422 This file is locked with a password. Please remove it and upload the file again.';
const TOO_COMPLEX = '422 This file unpacks to more than a document should.';

const objects = (action: string) =>
	Buffer.from(`9 0 <</Type/Catalog/OpenAction<</S/${action} >>>>${' '.repeat(80)}${action.length}`);
const script = objects('JavaScript');
const flate = deflateSync(script);
/** More than is read at first. */
const long = Buffer.concat([noise(90_000), script]);
/** A stream of one object, as it is packed, with more in its dictionary. */
const objectStream = (data: Buffer, entries: string) =>
	Buffer.concat([
		Buffer.from(`%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4 ${entries}>>stream\r\n`),
		data,
		Buffer.from('\r\nendstream endobj\n%%EOF'),
	]);

const packings: [string, (data: Buffer) => [Buffer, string]][] = [
	['not packed at all', (data) => [data, `/Length ${data.length}`]],
	['Flate', (data) => [deflateSync(data), '/Filter/FlateDecode']],
	['Flate in a list', (data) => [deflateSync(data), '/Filter[/FlateDecode]/DecodeParms null']],
	['Flate by its short name', (data) => [deflateSync(data), '/Filter/Fl']],
	['Flate under a disguised name', (data) => [deflateSync(data), '/Fil#74er/Fl#61teDecode']],
];

const entries = '/N 1/First 4 /Filter/FlateDecode';
const stored = (data: Buffer) => deflateSync(data, { level: 0 });
const withText = (head: string, data: Buffer | string = flate) =>
	Buffer.concat([
		Buffer.from(`%PDF-1.5\n${head}`),
		Buffer.from(data),
		Buffer.from('\nendstream endobj\n%%EOF'),
	]);

describe('the packed objects of a PDF', () => {
	it.each(packings)('are unpacked from %s', async (_, pack) => {
		const judge = (data: Buffer) => {
			const [packed, more] = pack(data);
			return verdict('pdf', async () => objectStream(packed, more));
		};
		expect(await judge(script)).toBe(SCRIPT);
		expect(await judge(long)).toBe(SCRIPT);
		expect(await judge(objects('GoTo'))).toBe('fine');
	});

	it.each(Object.entries(withScripts))('are decrypted from %s', async (_, file) =>
		expect(await verdict('pdf', async () => Buffer.from(file, 'base64'))).toBe(SCRIPT),
	);

	it.each(Object.entries(harmless))('may be encrypted by %s with an owner only', async (_, file) =>
		expect(await verdict('pdf', async () => Buffer.from(file, 'base64'))).toBe('fine'),
	);

	it.each(Object.entries(withPassword))('may not take a password to open: %s', async (_, file) =>
		expect(await verdict('pdf', async () => Buffer.from(file, 'base64'))).toBe(LOCKED),
	);

	it.each<[string, Buffer]>([
		['without their type', withText(`1 0 obj<<${entries}>>stream\n`)],
		['under a comment', withText(`1 0%x\nobj%y\n<<${entries}>>%z\nstream\n`)],
		[
			'behind another dictionary in a comment',
			withText(`1 0 obj<</First 4%2 0 obj<<\n/N 1/Filter/FlateDecode>>stream\n`),
		],
		[
			'in what pretends to be a picture',
			withText(`1 0 obj<</Subtype/Image>>stream\n 2 0 obj<<${entries}>>stream\n`),
		],
		[
			'with the mark of an end among them',
			withText(
				`1 0 obj<<${entries}>>stream\n`,
				stored(Buffer.concat([Buffer.from('9 0 (endstream endobj)'), script])),
			),
		],
		['with a wrong length', withText(`1 0 obj<<${entries}/Length 5>>stream\n`)],
		['with their length elsewhere', withText(`1 0 obj<<${entries}/Length 8 0 R>>stream\n`)],
		[
			'in a file that says it is encrypted',
			withText(`7 0 obj<<${entries}/Encrypt<</Filter/Standard/O()/U()>> >>stream\n`),
		],
	])('are found %s', async (_, file) =>
		expect([SCRIPT, LOCKED]).toContain(await verdict('pdf', async () => file)),
	);

	it.each<[string, Buffer]>([
		['an unknown filter', objectStream(flate, '/Filter/OwnDecode')],
		['a filter for pictures', objectStream(flate, '/Filter[/DCTDecode]')],
		['a filter that encrypts', objectStream(flate, '/Filter[/Crypt/FlateDecode]')],
		['a filter named elsewhere', objectStream(flate, '/Filter 9 0 R')],
		['two filters for one', objectStream(flate, '/Filter/FlateDecode/Filter/ASCIIHexDecode')],
		['settings named elsewhere', objectStream(flate, '/Filter/FlateDecode/DecodeParms 9 0 R')],
		['a predictor', objectStream(flate, '/Filter/Fl/DecodeParms<</Predictor 12>>')],
		['two filters', objectStream(deflateSync(flate), '/Filter[/FlateDecode/FlateDecode]')],
		['letters for bytes', objectStream(Buffer.from(script.toString('hex')), '/Filter/AHx')],
		['data in another file', objectStream(flate, '/Filter/FlateDecode/F(a.bin)')],
		['no filter and no length', objectStream(script.subarray(0, 4), '')],
		['data that does not unpack', objectStream(noise(3_000), '/Filter/FlateDecode')],
		['data that is cut', objectStream(flate.subarray(0, 20), '/Filter/FlateDecode')],
		['a broken dictionary', objectStream(flate, '/Filter/FlateDecode nonsense')],
		['no object', withText(`<<${entries}>>stream\n`)],
	])('are refused with %s', async (_, file) =>
		expect(await verdict('pdf', async () => file)).toBe(UNCHECKED),
	);

	it.each<[string, string]>([
		['a form with programs', '<</AcroForm<</XFA[(a)1 0 R]>>>>'],
		['an attached file', '<</Type/Filespec/EF<</F 1 0 R>>>>'],
		['an attached file', '<</S/GoToE>>'],
		['a film or a program', '<</Subtype/RichMedia>>'],
	])('may not hold %s', async (what, held) => {
		const refusal = `422 This PDF contains ${what}, which cannot be uploaded.`;
		const packed = objectStream(deflateSync(Buffer.from(held)), '/Filter/FlateDecode');
		expect(await verdict('pdf', async () => packed)).toBe(refusal);
		expect(await verdict('pdf', () => `%PDF-1.4\n1 0 obj${held}endobj\n%%EOF`)).toBe(refusal);
	});

	const megabytes = Buffer.alloc(40 * 1024 ** 2);
	const repeated = (text: string) =>
		Buffer.from(`%PDF-1.4\n${text.repeat(1 + 1e7 / text.length)}\n%%EOF`);
	it.each<[string, Buffer]>([
		['Flate that swells', objectStream(deflateSync(megabytes), '/Filter/FlateDecode')],
		['marks', repeated('/First')],
		['marks within each other', repeated(`1 0 obj${'<</First'.repeat(60)}${'[1]'.repeat(9_000)}`)],
		['marks before open texts', repeated(`/First(${' '.repeat(200)}`)],
		['dictionaries around a mark', repeated(`${'obj<<'.repeat(800)}/First 1>>stream\n`)],
	])('take little time with %s', async (_, file) => {
		expect([TOO_COMPLEX, UNCHECKED]).toContain(await verdict('pdf', async () => file));
		expect(await relativeCost('pdf', file)).toBeLessThan(40);
	});
});
