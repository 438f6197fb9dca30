import { describe, expect, it } from 'vitest';
import { previewImport } from './catalogue.ts';
import { makeFolder, SOUND } from './fixtures/folder.ts';
import { reportLines } from './report.ts';

/** Returns the report of the valid catalogue with some files replaced. */
const linesOf = async (contents: Record<string, unknown>) => {
	const report = await previewImport(await makeFolder({ ...SOUND, ...contents }));
	return reportLines(report, true);
};
const refusalsOf = async (contents: Record<string, unknown>) =>
	(await linesOf(contents)).slice(0, -1);

const topics = (...rows: string[]) => ({
	'topics.csv': ['subject,name,order_num,isPublished,topicUrl,file', ...rows].join('\n'),
});
const papers = (...rows: string[]) => ({
	'pastpapers.csv': ['examset,subject,name,free,url,file', ...rows].join('\n'),
});

describe('a row of an import', () => {
	it('is accepted if it is valid', async () => {
		expect(await linesOf({})).toEqual([
			'This would import 1 course, 1 subject, 1 topic, 1 exam set, 1 past paper and 1 file.',
		]);
	});

	it("is refused with the API's message for each field and the row number of a spreadsheet", async () => {
		expect(await refusalsOf(topics('s,Fine,1,yes,,', 's,,0,perhaps,nowhere,'))).toEqual([
			'topics.csv, row 3: Topic name is required',
			'topics.csv, row 3: Order must be at least 1',
			'topics.csv, row 3: Published must be true or false',
			'topics.csv, row 3: Please enter a valid URL',
		]);
	});

	it('needs an existing parent', async () => {
		expect(
			await refusalsOf({
				'subjects.csv': 'key,course,name\ns,c,One\n,,Two\n,x,Three\n',
			}),
		).toEqual([
			'subjects.csv, row 3: Course is required',
			'subjects.csv, row 4: There is no course with the key “x”',
		]);
	});

	it('needs a key that is unique in its kind, not among all kinds', async () => {
		expect(
			await refusalsOf({ 'subjects.csv': 'key,course,name\ns,c,One\nc,c,Two\ns,c,Three\n' }),
		).toEqual(['subjects.csv, row 4: The key “s” is already that of row 2']);
	});

	it('can refer only to a subject of its own course', async () => {
		expect(
			await refusalsOf({
				'courses.csv': 'key,name,order_num,category_id\nc,One,1,cat_artisan\nd,Two,2,cat_diploma\n',
				'subjects.csv': 'key,course,name\ns,c,Mine\nt,d,Other\n',
				...papers('e,t,Paper 1,,,notes-ohms-law.pdf', 'e,,Paper 2,,,', 'e,u,Paper 3,,,'),
			}),
		).toEqual([
			'pastpapers.csv, row 2: Subject must be one of the course',
			'pastpapers.csv, row 4: There is no subject with the key “u”',
		]);
	});

	it('is refused for a file that is missing, invalid or given twice', async () => {
		expect(
			await refusalsOf({
				'files/slides.pptx': 'no slides',
				'files/macro.exe': 'MZ',
				'files/empty.pdf': '',
				...topics(
					's,A,1,,,missing.pdf',
					's,B,2,,,../courses.csv',
					's,C,3,,,slides.pptx',
					's,D,4,,,macro.exe',
					's,E,5,,,empty.pdf',
					's,F,6,,https://example.org/a.pdf,notes-ohms-law.pdf',
				),
			}),
		).toEqual([
			'topics.csv, row 2: missing.pdf: The folder “files” has no such file',
			'topics.csv, row 3: ../courses.csv: The folder “files” has no such file',
			'topics.csv, row 4: slides.pptx: This file is damaged, or is not a PowerPoint file (.pptx). Open it, save it again and upload that.',
			'topics.csv, row 5: macro.exe: Only .pdf, .doc, .docx, .ppt and .pptx files can be uploaded.',
			'topics.csv, row 6: empty.pdf: This file is empty.',
			'topics.csv, row 7: Give either topicUrl or file, not both',
		]);
	});

	it('does not link to the store of another server', async () => {
		expect(await refusalsOf(papers(`e,,Paper 1,,/files/${'a'.repeat(64)}.pdf,`))).toContain(
			'pastpapers.csv, row 2: A link must be absolute; a file of this folder is named in the column “file”',
		);
	});
});
