import { describe, expect, it } from 'vitest';
import type { FileExtension } from '#shared/contract/file-types.ts';
import { doc, docx, pdf, ppt, pptx } from '../fixtures/documents.ts';
import { oleOf } from '../fixtures/ole.ts';
import { type Made, source, verdict } from '../fixtures/verdict.ts';
import { zipOf } from '../fixtures/zip.ts';
import { extensionOf, inspect } from './inspect.ts';

const WEB_PAGE = '<html><script>alert(1)</script></html>';

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

/** Contents of other types than most extensions say, and the extension that is theirs. */
const contents: Record<string, [make: Made, extension?: FileExtension]> = {
	'a PDF': [() => pdf(), 'pdf'],
	'a Word document': [() => docx(), 'docx'],
	'a PowerPoint file': [() => pptx(), 'pptx'],
	'an old Word document': [() => doc(), 'doc'],
	'an old PowerPoint file': [() => ppt(), 'ppt'],
	'a workbook': [() => zipOf([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }])],
	'an old workbook': [() => oleOf([{ name: 'Workbook' }])],
	'an archive': [() => zipOf([{ name: 'readme.txt', data: 'hello' }])],
	'a web page': [() => '\ufeff\n<!DOCTYPE html><html></html>'],
	'a photograph': [() => Buffer.from('ffd8ffe000104a464946', 'hex')],
	'one byte': [() => 'P'],
	'a program': [() => `MZ\x90\0${'\0'.repeat(500)}`],
	'a PDF behind a web page': [
		async () => Buffer.concat([Buffer.from(WEB_PAGE.padEnd(1024)), await pdf()]),
	],
	'a Word document behind a web page': [() => Buffer.concat([Buffer.from(WEB_PAGE), docx()])],
	'an old Word document behind a web page': [() => Buffer.concat([Buffer.from(WEB_PAGE), doc()])],
};
const nouns = {
	pdf: 'PDF',
	doc: 'Word document',
	docx: 'Word document',
	ppt: 'PowerPoint file',
	pptx: 'PowerPoint file',
};

describe.each(Object.keys(nouns) as FileExtension[])('a file named .%s', (extension) => {
	it.each(Object.keys(contents))('that is %s', async (content) => {
		const [make, own] = contents[content] as [Made, FileExtension?];
		expect(await verdict(extension, make)).toBe(
			own === extension
				? 'fine'
				: `415 This file is damaged, or is not a ${nouns[extension]} (.${extension}). Open it, save it again and upload that.`,
		);
	});

	it('that is empty', async () =>
		expect(await verdict(extension, () => '')).toBe('415 This file is empty.'));
});

describe('a failing disk', () => {
	it('is not taken for a wrong file', async () => {
		for (const after of [0, 1])
			await expect(inspect(source(docx(), after), 'docx')).rejects.toThrow('EIO');
		await expect(inspect(source(doc(), 0), 'doc')).rejects.toThrow('EIO');
	});

	it.each([0, 1])('is not taken for a damaged PDF, after %i reads', async (after) =>
		expect(inspect(source(await pdf(), after), 'pdf')).rejects.toThrow('EIO'),
	);
});
