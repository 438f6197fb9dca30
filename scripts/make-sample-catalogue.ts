/**
 * Makes the PDF files of the sample catalogue: every file that `sample/catalogue/*.csv` names, from
 * the texts in `sample/papers/`. The same texts give the same bytes, so a run without a change
 * changes nothing. Run it after editing either: `node scripts/make-sample-catalogue.ts`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { PDFDocument } from 'pdf-lib';
import { type Line, layOut } from './sample-page.ts';

interface Paper {
	course: string;
	title: string;
	time: string;
	instructions: string[];
	/** How many questions one sitting has; each sitting begins elsewhere in `questions`. */
	draw: number;
	/** The parts of each question, each ending with its marks in brackets: `State Ohm's law. [4]`. */
	questions: string[][];
}

interface Notes {
	title: string;
	sections: [heading: string, ...paragraphs: string[]][];
}

const root = join(import.meta.dirname, '../sample');
const json = (name: string) => JSON.parse(readFileSync(join(root, 'papers', name), 'utf8'));
const csv = (name: string): Record<string, string>[] =>
	parse(readFileSync(join(root, 'catalogue', name)), { columns: true });

const {
	'notes.json': notes,
	'schemes.json': schemes,
	...courses
} = Object.fromEntries(
	readdirSync(join(root, 'papers')).map((name) => [name, json(name)]),
) as Record<string, object>;
const papers: Record<string, Paper> = Object.assign({}, ...Object.values(courses));

const paperLines = (paper: Paper, year: number, month: string): Line[] => {
	const sitting = (year - 2018) * 2 + (month === 'november' ? 1 : 0);
	const question = (n: number) =>
		paper.questions[(sitting * 3 + n) % paper.questions.length] as string[];
	return [
		{ text: 'Name: ______________________________     Index No.: ________________', gap: 16 },
		{ text: paper.course.toUpperCase(), style: 'title' },
		{ text: paper.title.toUpperCase(), style: 'title' },
		{ text: `${month.toUpperCase()} ${year}`, style: 'title' },
		{ text: `Time: ${paper.time}`, style: 'title', gap: 14 },
		{ text: 'INSTRUCTIONS TO CANDIDATES', style: 'heading', gap: 4 },
		...paper.instructions.map((text, i) => ({ label: `${i + 1}.`, text })),
		{ text: '', gap: 8 },
		...Array.from({ length: paper.draw }, (_, n) => {
			const parts = question(n);
			return parts.map((part, i) => ({
				label: `${i === 0 ? `${n + 1}. ` : '    '}${parts.length > 1 ? `(${'abcde'[i]})` : ''}`,
				text: part.replace(/ \[(\d+)\]$/, ' ($1 marks)'),
				gap: i === parts.length - 1 ? 8 : 2,
			}));
		}).flat(),
	];
};

/** What is awarded for each part of the questions of a sitting. */
const schemeLines = (paper: Paper, year: number, month: string, answers: string[][][]): Line[] => [
	{ text: paper.course.toUpperCase(), style: 'title' },
	{ text: paper.title.toUpperCase(), style: 'title' },
	{ text: 'MARKING SCHEME', style: 'title' },
	{ text: `${month.toUpperCase()} ${year}`, style: 'title', gap: 14 },
	...answers.flatMap((parts, n) =>
		parts.flatMap((lines, part) =>
			lines.map((text, line) => ({
				...(line === 0 && { label: `${part === 0 ? `${n + 1}. ` : '    '}(${'abcde'[part]})` }),
				...(line > 0 && { label: ' ' }),
				text: text.replace(/ \[(\d+)\]$/, ' ($1 marks)'),
				gap: line < lines.length - 1 ? 2 : 6,
			})),
		),
	),
];

const notesLines = ({ title, sections }: Notes): Line[] => [
	{ text: title.toUpperCase(), style: 'title', gap: 14 },
	...sections.flatMap(([heading, ...paragraphs]): Line[] => [
		{ text: heading, style: 'heading', gap: 3 },
		...paragraphs.map((text) => ({ label: '•', text, gap: 5 })),
	]),
];

const content = (file: string): { title: string; footer: string; date: Date; lines: Line[] } => {
	const [, topic] = /^notes-(.+)\.pdf$/.exec(file) ?? [];
	const text = (notes as Record<string, Notes>)[topic ?? ''];
	if (text)
		return {
			title: text.title,
			footer: 'Revision notes',
			date: new Date('2026-01-05T06:00:00Z'),
			lines: notesLines(text),
		};
	const [, sitting = '', key = '', year = '', month = '', isScheme] =
		/^((.+)-(\d{4})-(july|november))(-marking-scheme)?\.pdf$/.exec(file) ?? [];
	const paper = papers[key];
	const answers = (schemes as Record<string, string[][][]>)[sitting];
	if (!paper || (isScheme && !answers)) throw new Error(`sample/papers has no text for ${file}`);
	return {
		title: `${paper.title}, ${month} ${year}${isScheme ? ', marking scheme' : ''}`,
		footer: `Practice ${isScheme ? 'scheme' : 'paper'} for revision, not an official examination paper`,
		date: new Date(`${year}-${month === 'july' ? '07' : '11'}-15T06:00:00Z`),
		lines:
			isScheme && answers
				? schemeLines(paper, Number(year), month, answers)
				: paperLines(paper, Number(year), month),
	};
};

const files = join(root, 'catalogue/files');
const names = new Set([...csv('topics.csv'), ...csv('pastpapers.csv')].map(({ file }) => file));
names.delete('');
mkdirSync(files, { recursive: true });
for (const name of readdirSync(files)) if (!names.has(name)) rmSync(join(files, name));
let bytes = 0;
for (const name of names) {
	const { title, footer, date, lines } = content(name as string);
	const pdf = await PDFDocument.create({ updateMetadata: false });
	pdf.setTitle(title);
	pdf.setCreationDate(date);
	pdf.setModificationDate(date);
	await layOut(pdf, lines, footer);
	const made = await pdf.save();
	writeFileSync(join(files, name as string), made);
	bytes += made.length;
}
console.log(`${names.size} files, ${bytes.toLocaleString('en')} bytes`);
