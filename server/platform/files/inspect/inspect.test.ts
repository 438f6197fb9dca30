import { describe, expect, it } from 'vitest';
import type { FileExtension } from '#shared/contract/content/files.ts';
import { doc, docx, pdf, ppt, pptx } from '../fixtures/documents.ts';
import { oleOf } from '../fixtures/ole.ts';
import { type Made, source, verdict } from '../fixtures/verdict.ts';
import { zipOf } from '../fixtures/zip.ts';
import { inspect, readExtension } from './inspect.ts';

const WEB_PAGE = '<html><script>alert(1)</script></html>';

describe('the ending of a name', () => {
	it.each([
		['Paper 1.pdf', 'pdf'],
		['PAPER.PDF', 'pdf'],
		['paper.exe.docx', 'docx'],
		['.pptx', 'pptx'],
	])('%s is %s', (name, extension) => expect(readExtension(name)).toBe(extension));

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
		expect(() => readExtension(name)).toThrow(
			'Only .pdf, .doc, .docx, .ppt and .pptx files can be uploaded.',
		),
	);
});

/** Content with another extension, its real type in messages, and the extension to rename it to. */
const contents: Record<string, [make: Made, real: string, rename?: FileExtension]> = {
	'a PDF': [() => pdf(), 'a PDF (.pdf)', 'pdf'],
	'a Word document': [() => docx(), 'a Word document (.docx)', 'docx'],
	'a PowerPoint file': [() => pptx(), 'a PowerPoint file (.pptx)', 'pptx'],
	'an old Word document': [() => doc(), 'an old Word document (.doc)', 'doc'],
	'an old PowerPoint file': [() => ppt(), 'an old PowerPoint file (.ppt)', 'ppt'],
	'a workbook': [
		() => zipOf([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }]),
		'an Excel workbook (.xlsx)',
	],
	'an old workbook': [() => oleOf([{ name: 'Workbook' }]), 'an old Excel workbook (.xls)'],
	'an archive': [() => zipOf([{ name: 'readme.txt', data: 'hello' }]), 'a ZIP archive (.zip)'],
	'an RTF document': [() => '{\\rtf1\\ansi Paper 1}', 'an RTF document (.rtf)'],
	'a web page': [() => '\ufeff\n<!DOCTYPE html><html></html>', 'a web page (.html)'],
	'a web page without a type': [() => '<html><script>alert(1)</script>', 'a web page (.html)'],
	'a drawing': [() => '<svg xmlns="http://www.w3.org/2000/svg"/>', 'an SVG image (.svg)'],
	'a photograph': [() => Buffer.from('ffd8ffe000104a464946', 'hex'), 'a JPEG image (.jpg)'],
	'a screenshot': [() => Buffer.from('89504e470d0a1a0a', 'hex'), 'a PNG image (.png)'],
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
		const [make, real, rename] = contents[content] as [Made, string, FileExtension?];
		const next = rename
			? `Rename it to end in .${rename} and upload it again.`
			: 'Open it, save it as PDF and upload that.';
		expect(await verdict(extension, make)).toBe(
			rename === extension ? 'fine' : `415 This is ${real}, not a .${extension} file. ${next}`,
		);
	});

	it.each<[string, Made]>([
		['one byte', () => 'P'],
		['a program', () => `MZ\x90\0${'\0'.repeat(500)}`],
		['a program of another kind', () => `\x7fELF${'\0'.repeat(500)}`],
	])('that is %s', async (_, make) =>
		expect(await verdict(extension, make)).toBe(
			`415 This file is damaged, or is not a ${nouns[extension]} (.${extension}). Open it, save it again and upload that.`,
		),
	);

	it('that is empty', async () =>
		expect(await verdict(extension, () => '')).toBe('415 This file is empty.'));

	it.each<[string, Made]>([
		['a PDF', async () => Buffer.concat([Buffer.from(WEB_PAGE.padEnd(1024)), await pdf()])],
		['a Word document', () => Buffer.concat([Buffer.from(WEB_PAGE), docx()])],
		['an old Word document', () => Buffer.concat([Buffer.from(WEB_PAGE), doc()])],
	])('that is %s behind a web page', async (_, make) =>
		expect(await verdict(extension, make)).toContain('415 This is a web page (.html), not'),
	);
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
