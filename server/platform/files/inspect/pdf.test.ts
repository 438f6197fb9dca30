import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { pdf } from '../fixtures/documents.ts';
import { harmless, withPassword, withScripts } from '../fixtures/encrypted-pdfs.ts';
import { hugeStream, rawPdf, stream } from '../fixtures/raw-pdf.ts';
import { type Made, noise, verdict } from '../fixtures/verdict.ts';

const contains = (what: string) =>
	`422 This PDF contains ${what}, which cannot be uploaded. Print it to a new PDF and upload that.`;
const SCRIPT = contains('JavaScript');
const PROGRAM = contains('a command that starts a program');
const ATTACHMENT = contains('an attached file');
const LOCKED =
	'422 This file is locked with a password. Please remove it and upload the file again.';
const INCOMPLETE =
	'415 This PDF is incomplete: its end is missing. Export or download it again and upload that.';
const DAMAGED =
	'415 This PDF is damaged and cannot be opened. Export it again, or print it to a new PDF, and upload that.';
const UNCHECKED =
	'422 This PDF cannot be checked for scripts and attachments. Print it to a new PDF and upload that.';
const NOT_A_PDF =
	'415 This file is damaged, or is not a PDF (.pdf). Open it, save it again and upload that.';

const script = (to: PDFDocument) => to.addJavaScript('a', 'app.alert(1)');
const attachment = (to: PDFDocument) => to.attach(Buffer.from('MZ'), 'a.exe');
const launch = (to: PDFDocument) =>
	to.catalog.set(
		PDFName.of('OpenAction'),
		to.context.obj({ S: 'Launch', F: PDFString.of('calc.exe') }),
	);
const link = (url: string) => (to: PDFDocument) => {
	const annotation = to.context.obj({
		Type: 'Annot',
		Subtype: 'Link',
		Rect: [0, 0, 90, 90],
		A: { S: 'URI', URI: PDFString.of(url) },
	});
	to.getPage(0).node.set(PDFName.of('Annots'), to.context.obj([to.context.register(annotation)]));
};
const bookmark = (title: string) => (to: PDFDocument) =>
	to.catalog.set(PDFName.of('Outlines'), to.context.obj({ Title: PDFString.of(title) }));
/** Adds empty lists of scripts and attachments, within the catalogue or as separate objects. */
const emptyNames = (apart: boolean) => (to: PDFDocument) => {
	const empty = () => {
		const list = PDFDict.withContext(to.context);
		list.set(PDFName.of('Names'), PDFArray.withContext(to.context));
		return apart ? to.context.register(list) : list;
	};
	const names = PDFDict.withContext(to.context);
	names.set(PDFName.of('JavaScript'), empty());
	names.set(PDFName.of('EmbeddedFiles'), empty());
	to.catalog.set(PDFName.of('Names'), names);
};

const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>';
/** Returns a PDF of one page with entries in its catalogue, and further objects from number 4. */
const withCatalogue = (entries: string, ...more: (string | Buffer)[]) =>
	rawPdf(`<</Type/Catalog/Pages 2 0 R${entries}>>`, PAGES, PAGE, ...more);

const before = (text: string | Buffer) => async () =>
	Buffer.concat([Buffer.from(text), await pdf()]);
const after = (text: string | Buffer) => async () =>
	Buffer.concat([await pdf(), Buffer.from(text)]);

describe('accepts a PDF', () => {
	it.each<[string, Made]>([
		['with object streams', () => pdf()],
		['without object streams', () => pdf('Paper', undefined, false)],
		['whose title names JavaScript', () => pdf('Web programming HTML/CSS/JavaScript')],
		[
			'whose bookmark names JavaScript',
			() => pdf('', bookmark('Web programming HTML/CSS/JavaScript (and /Launch)')),
		],
		[
			'with a link to a page about JavaScript',
			() => pdf('', link('https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide')),
		],
		['with a link that ends in Launch', () => pdf('', link('https://example.org/Launch'))],
		['with empty lists of scripts and attachments', () => pdf('', emptyNames(false))],
		['with such lists as objects of their own', () => pdf('', emptyNames(true), false)],
		[
			'with empty lists in its catalogue',
			() => withCatalogue('/Names<</JavaScript<</Names[]>>/EmbeddedFiles<</Names[]>>>>'),
		],
		['after a BOM', before('\ufeff')],
		['after line breaks', before('\r\n\r\n')],
		['after a stray header', before('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n')],
		['after 1,000 other bytes', before(' '.repeat(1_000))],
		['before 3,000 NUL bytes', after(Buffer.alloc(3_000))],
		['before a comment', after('% printed by a scanner\n')],
		['whose end is cut', async () => (await pdf()).subarray(0, -10)],
		['without an end mark', async () => (await pdf()).subarray(0, -6)],
		['before the text of an object', after('3 0 obj\n')],
		['before another catalogue, cut', after('9 0 obj\n<</Type/Catalog>>\nendobj\nxref\n0 1\n')],
		[
			'with fonts called JS and EF',
			() => withCatalogue('/R<</Font<</JS 4 0 R/EF 4 0 R>>>>', '<</Type/Font/Subtype/Type1>>'),
		],
		[
			'with fonts in a dictionary of their own',
			() => withCatalogue('/R 4 0 R', '<</JS 3 0 R/F1 3 0 R>>'),
		],
		['with a destination called Launch', () => withCatalogue('/OpenAction<</S/GoTo/D/Launch>>')],
		[
			'with a list of destinations',
			() => withCatalogue('/Dests<</Launch[3 0 R/Fit]/JavaScript[3 0 R/Fit]>>'),
		],
		['with a colour called Launch', () => withCatalogue('/C[/Separation/Launch/DeviceCMYK 3 0 R]')],
		['with a form without programs', () => withCatalogue('/AcroForm<</XFA null/Fields[]>>')],
		['with noise in a picture', () => withCatalogue('', stream(noise(300_000), '', 0))],
		[
			'with names in a picture by chance',
			() => withCatalogue('', stream('/JS /JavaScript endstream (/Launch', '', 0)),
		],
	])('%s', async (_, make) => expect(await verdict('pdf', make)).toBe('fine'));

	it.each(Object.entries(harmless))('encrypted by %s for its owner only', async (_, file) =>
		expect(await verdict('pdf', () => Buffer.from(file, 'base64'))).toBe('fine'),
	);
});

describe('refuses a PDF', () => {
	it.each<[string, string, Made]>([
		['a script', SCRIPT, () => pdf('', script)],
		['a script outside of object streams', SCRIPT, () => pdf('', script, false)],
		['a script by its short name', SCRIPT, () => withCatalogue('/OpenAction<</JS(app.alert(1))>>')],
		['a script under a disguised name', SCRIPT, () => withCatalogue('/A<</S/Java#53cript>>')],
		[
			'a script between strings',
			SCRIPT,
			() => withCatalogue('/A(\\()/B(a(b)c)/OpenAction<</S/JavaScript/JS(x)>>/C(\\))'),
		],
		[
			'a script after a stream that pretends to end',
			SCRIPT,
			() =>
				withCatalogue(
					'/OpenAction 5 0 R',
					stream('endstream\nendobj\n9 0 obj (', '', 0),
					'<</S/JavaScript/JS(app.alert(1))>>',
				),
		],
		['a command', PROGRAM, () => pdf('', launch)],
		['a command outside of object streams', PROGRAM, () => pdf('', launch, false)],
		['a command named elsewhere', PROGRAM, () => withCatalogue('/A<</S 4 0 R>>', '/Launch')],
		['an attachment', ATTACHMENT, () => pdf('', attachment)],
		['an attachment outside of object streams', ATTACHMENT, () => pdf('', attachment, false)],
		['a jump into an attachment', ATTACHMENT, () => withCatalogue('/OpenAction<</S/GoToE>>')],
		[
			'a form with programs',
			contains('a form with programs'),
			() => withCatalogue('/AcroForm<</XFA[(a)4 0 R]>>', stream('x')),
		],
		['a film', contains('a film or a program'), () => withCatalogue('/A<</Subtype/RichMedia>>')],
		['one byte too much before its header', NOT_A_PDF, before(' '.repeat(1_025))],
		['no version and no objects', DAMAGED, () => '%PDF-\n%%EOF'],
		[
			'no pages',
			DAMAGED,
			() => rawPdf('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'),
		],
		['only its header', INCOMPLETE, () => '%PDF-1.7\n'],
		['half of its bytes', INCOMPLETE, async () => (await pdf()).subarray(0, 500)],
		[
			'a page less than its page tree',
			INCOMPLETE,
			() => rawPdf('<</Type/Catalog/Pages 2 0 R>>', PAGES).subarray(0, -6),
		],
		[
			'a script after its end',
			SCRIPT,
			after('9 0 obj\n<</Type/Catalog/OpenAction<</S/JavaScript/JS(x)>>>>\nendobj\n'),
		],
		[
			'a script in an object of its own',
			SCRIPT,
			() => withCatalogue('/OpenAction<</S/JavaScript/JS 4 0 R>>', stream('app.alert(1)')),
		],
	])('with %s', async (_, refusal, make) => expect(await verdict('pdf', make)).toBe(refusal));

	it.each(Object.entries(withScripts))('with a script, encrypted by %s', async (_, file) =>
		expect(await verdict('pdf', () => Buffer.from(file, 'base64'))).toBe(SCRIPT),
	);

	it.each(Object.entries(withPassword))('with a password, encrypted by %s', async (_, file) =>
		expect(await verdict('pdf', () => Buffer.from(file, 'base64'))).toBe(LOCKED),
	);

	it('whose objects unpack to 600 MB, and inspects the next one', async () => {
		const objects = hugeStream(600, 0, '/Type/ObjStm/N 1/First 4');
		const made = withCatalogue('/OpenAction 9 0 R', objects);
		expect(['fine', DAMAGED, UNCHECKED]).toContain(await verdict('pdf', () => made));
		expect(await verdict('pdf', () => pdf('', script))).toBe(SCRIPT);
	});
});
