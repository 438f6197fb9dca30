import { describe, expect, it } from 'vitest';
import { docx, pptx } from '../fixtures/documents.ts';
import { noise, relativeCost, source, verdict } from '../fixtures/verdict.ts';
import type { ZipPart } from '../fixtures/zip.ts';
import { inspect } from './inspect.ts';

const REMOTE =
	'422 This file loads something from elsewhere when it is opened, such as a template. Please remove that and upload it again.';
const EMBEDS =
	'422 This file has another file or a control in it, such as a table of Excel or an equation of an old kind. Please save it as PDF and upload that.';
const PROGRAM =
	'422 This file has a field or a button in it that starts a program. Please remove that and upload it again.';
const UNSAFE = '422 This file is built in a way that is not safe to open.';
const NOT_WORD = '415 This file says it is a Word document but is not one.';

const relation = (type: string, target: string, mode = '', from = 'word/_rels/document.xml.rels') =>
	({
		name: from,
		data: `<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" ${mode}/></Relationships>`,
	}) satisfies ZipPart;
const external = 'TargetMode="External"';
const word = (xml: string | Buffer, name = 'word/footer1.xml'): ZipPart => ({ name, data: xml });
const begin = '<w:fldChar w:fldCharType="begin"/>';
const end = '<w:fldChar w:fldCharType="end"/>';
const code = (text: string) => `<w:instrText xml:space="preserve">${text}</w:instrText>`;
const field = (...pieces: string[]) =>
	word(`<w:p>${begin}${pieces.join('</w:r><w:r>')}${end}</w:p>`);

describe('a Word document', () => {
	it.each<[string, string, ZipPart]>([
		['a field of DDE', PROGRAM, field(code(' DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc" '))],
		['a field of DDE in pieces', PROGRAM, field(code(' D'), code('DE'), code('AUTO "cmd" "x"'))],
		['a field of DDE in letters by number', PROGRAM, field(code('&#68;&#x44;E cmd'))],
		['a field of DDE around a comment', PROGRAM, field(code('DD<!-- -->EAUTO cmd'))],
		['a field of DDE as CDATA', PROGRAM, field(code('<![CDATA[DDEAUTO]]> cmd'))],
		[
			'a field of DDE that is simple',
			PROGRAM,
			word(`<w:fldSimple w:dirty="a>b" w:instr=' ddeauto cmd'/>`),
		],
		['a field of DDE in a field', PROGRAM, field(code('IF 1 = 1 '), begin, code('DDE cmd'), end)],
		[
			'a field of DDE in an odd part',
			PROGRAM,
			word(`${begin}${code('DDE cmd')}`, 'word/media/a.png'),
		],
		[
			'a field of DDE with odd marks',
			PROGRAM,
			word(`<fldChar a=">" fldCharType = 'begin' />${code('DDE x')}`),
		],
		[
			'a field whose name is computed',
			PROGRAM,
			field(begin, code('QUOTE 68 68 69'), end, code(' cmd')),
		],
		['a picture that is fetched', REMOTE, field(code('INCLUDEPICTURE "http://a.b/c.png" \\d'))],
		['a text that is fetched', REMOTE, field(code(' INCLUDETEXT "\\\\\\\\a.b\\\\c"'))],
		['a picture from elsewhere', REMOTE, relation('image', 'https://a.b/c.png', external)],
		['a picture from a share', REMOTE, relation('image', 'file:///\\\\a.b\\c.png', external)],
		['a film from a share', REMOTE, relation('video', '\\\\a.b\\c.mp4', external)],
		['an object of another program', EMBEDS, relation('oleObject', 'embeddings/oleObject1.bin')],
		['an object under a disguised name', EMBEDS, relation('ole&#79;bject', 'media/image1.png')],
		[
			'an object that nothing leads to',
			EMBEDS,
			word('<o:OLEObject Type="Embed" ProgID="Package"/>'),
		],
		['a file of Office in it', EMBEDS, relation('package', 'embeddings/a.xlsx')],
		['another document in it', EMBEDS, relation('aFChunk', 'a.html')],
		['another document by its element', EMBEDS, word('<w:altChunk r:id="r"/>')],
		['a control', EMBEDS, relation('control', 'activeX/activeX1.xml')],
		['a control by its element', EMBEDS, word('<w:control r:id="r" w:name="a"/>')],
		['an add-in', EMBEDS, relation('webextensiontaskpanes', 'a.xml')],
		['a part in another encoding', UNSAFE, word(Buffer.from('\ufeff<w:altChunk/>', 'utf16le'))],
		[
			'a part in an encoding that it names',
			UNSAFE,
			word('<?xml version="1.0" encoding="UTF-7"?><a/>'),
		],
		['a part with entities of its own', UNSAFE, word('<!DOCTYPE a [<!ENTITY d "DDE">]><a>&d;</a>')],
		['a comment that does not end', UNSAFE, word('<a/><!-- ')],
		[
			'a part that is longer than it says',
			NOT_WORD,
			{ name: 'word/a.png', data: Buffer.alloc(5_000), declared: { unpacked: 100 } },
		],
		[
			'a part that is shorter than it says',
			NOT_WORD,
			{ name: 'word/a.png', data: Buffer.alloc(50), declared: { unpacked: 100 } },
		],
	])('with %s is refused', async (_, refusal, part) =>
		expect(await verdict('docx', () => docx('', part))).toBe(refusal),
	);

	it.each<[string, ZipPart]>([
		['the number of the page', field(code(' PAGE \\* MERGEFORMAT '))],
		['a link to click', field(code(' HYPERLINK "https://a.b/"'))],
		[
			'a picture that came from a web page',
			field(code('INCLUDEPICTURE "https://a.b/c.png" \\* MERGEFORMATINET')),
		],
		[
			'a chart with its figures',
			relation('package', '../embeddings/a.xlsx', '', 'word/charts/_rels/chart1.xml.rels'),
		],
		['a film from a web site', relation('video', 'https://a.b/c', external)],
		['a picture on its author’s machine', relation('image', 'file:///C:\\a.png', external)],
		[
			'a drawing with a type',
			word(
				'<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg PUBLIC "a" "b"><svg/>',
				'word/media/a.svg',
			),
		],
		['a text about DDE', word('<w:t>DDEAUTO starts a program, and OLEObject is an element.</w:t>')],
	])('with %s is fine', async (_, part) =>
		expect(await verdict('docx', () => docx('', part))).toBe('fine'),
	);

	it('with 50 GB in parts that say they have little is unpacked only as far as they say', async () => {
		const swelling = docx('', {
			name: 'word/a.png',
			data: Buffer.alloc(150e6),
			declared: { unpacked: 5e6 },
		});
		expect(await verdict('docx', () => swelling)).toBe(NOT_WORD);
		expect(await relativeCost('docx', swelling)).toBeLessThan(3);
	});

	it('whose bytes cannot be read is not blamed', async () => {
		const file = docx('', word(noise(400_000), 'word/a.png'));
		await expect(inspect(source(file, 6), 'docx')).rejects.toThrow('EIO');
	});

	it.each<[string, string]>([
		['comments that do not end', '<!--'],
		['fields', '<w:fldChar w:fldCharType='],
		['codes', '<w:instrText>   {  '],
		['relations', '<Relationship '],
		['quotes', '<w:fldSimple a="'],
	])('with 10 MB of %s is looked through in little time', async (_, text) => {
		const xml = `<a>${text}`.padEnd(1e6, text).repeat(10);
		const file = docx('', word(xml), word(noise(500_000), 'word/a.png'));
		expect(await relativeCost('docx', file)).toBeLessThan(40);
	});
});

describe('a presentation', () => {
	it.each<[string, string, string]>([
		[
			'a click that starts a program',
			PROGRAM,
			'<a:hlinkClick r:id="r" action="ppaction://program"/>',
		],
		['a touch that runs a macro', PROGRAM, "<a:hlinkMouseOver action='ppaction://macro?name=a'/>"],
		['an object of another program', EMBEDS, '<p:oleObj progId="Package"><p:embed/></p:oleObj>'],
		['a control', EMBEDS, '<p:controls><p:control r:id="r"/></p:controls>'],
	])('with %s is refused', async (_, refusal, data) =>
		expect(await verdict('pptx', () => pptx('', { name: 'ppt/slides/slide1.xml', data }))).toBe(
			refusal,
		),
	);

	it('with a click that goes to a slide is fine', async () => {
		const data = '<a:hlinkClick r:id="r" action="ppaction://hlinksldjump"/>';
		expect(await verdict('pptx', () => pptx('', { name: 'ppt/slides/slide1.xml', data }))).toBe(
			'fine',
		);
	});
});
