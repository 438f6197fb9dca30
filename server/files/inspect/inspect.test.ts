import { describe, expect, it } from 'vitest';
import type { FileExtension } from '#shared/contract/file-types.ts';
import { doc, docx, pdf, ppt, pptx } from '../fixtures/documents.ts';
import { type Made, source, verdict } from '../fixtures/verdict.ts';
import { extensionOf, inspect } from './inspect.ts';

describe('the ending of a name', () => {
	it.each([
		['Paper 1.pdf', 'pdf'],
		['PAPER.PDF', 'pdf'],
		['paper.exe.docx', 'docx'],
		['.pptx', 'pptx'],
	])('%s is %s', (name, extension) => expect(extensionOf(name)).toBe(extension));

	it.each([
		'paper.pdf.exe',
		'paper.docm',
		'paper.pptm',
		'paper.xlsx',
		'paper.html',
		'paper.svg',
		'paper.zip',
		'paper',
		'paper.',
		'pdf',
		'paper.pdf ',
		'paper.pdf\0',
		'paper.constructor',
		'',
	])('%j is refused', (name) =>
		expect(() => extensionOf(name)).toThrow(
			'Only .pdf, .doc, .docx, .ppt and .pptx files can be uploaded.',
		),
	);
});

describe('content under another ending', () => {
	const html = '<html><script>alert(1)</script></html>';
	const contents: Record<string, Made> = {
		'one byte': () => 'P',
		'a web page': () => html,
		'a picture with a script': () =>
			'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>',
		'a program': () => `MZ\x90\0${'\0'.repeat(500)}`,
		'a program of another kind': () => `\x7fELF${'\0'.repeat(500)}`,
		'a PDF': () => pdf(),
		'a Word document': () => docx(),
		'a PowerPoint file': () => pptx(),
		'an old Word document': () => doc(),
		'an old PowerPoint file': () => ppt(),
		'a PDF behind a web page': async () =>
			Buffer.concat([Buffer.from(html.padEnd(1024)), await pdf()]),
		'a Word document behind a web page': () => Buffer.concat([Buffer.from(html), docx()]),
		'an old Word document behind a web page': () => Buffer.concat([Buffer.from(html), doc()]),
	};
	const ownEnding: Record<string, FileExtension> = {
		'a PDF': 'pdf',
		'a Word document': 'docx',
		'a PowerPoint file': 'pptx',
		'an old Word document': 'doc',
		'an old PowerPoint file': 'ppt',
	};
	const nouns = {
		pdf: 'PDF',
		doc: 'Word document',
		docx: 'Word document',
		ppt: 'PowerPoint file',
		pptx: 'PowerPoint file',
	};
	const extensions = Object.keys(nouns) as FileExtension[];

	describe.each(extensions)('.%s', (extension) => {
		it.each(Object.keys(contents))('%s', async (content) => {
			const expected =
				ownEnding[content] === extension
					? 'fine'
					: `415 This file says it is a ${nouns[extension]} but is not one.`;
			expect(await verdict(extension, contents[content] as Made)).toBe(expected);
		});

		it('nothing at all', async () =>
			expect(await verdict(extension, () => '')).toBe('415 This file is empty.'));
	});
});

describe('a failing disk', () => {
	it.each([0, 1, 2])('is not taken for a wrong file, after %i reads', async (after) => {
		await expect(inspect(source(docx(), after), 'docx')).rejects.toThrow('EIO');
		await expect(inspect(source(doc(), after), 'doc')).rejects.toThrow('EIO');
		await expect(inspect(source(await pdf(), after), 'pdf')).rejects.toThrow('EIO');
	});
});
