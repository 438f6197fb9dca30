import { expect, it } from 'vitest';
import type { CoverFacts } from '../formats/read-name.ts';
import { readName } from '../formats/read-name.ts';
import { buildCells, findPlace } from './derive.ts';
import { listProblems } from './problems.ts';
import { addWords } from './words.ts';

const subjects = ['Electrical Machines', 'Entrepreneurship Education', 'Pipework'].map((name) =>
	addWords({ id: name, name, course_id: 'course' }),
);
const catalogue = {
	courses: [addWords({ id: 'course', name: 'Diploma in Everything' })],
	subjects,
	uses: new Map([['2705/303', [{ course_id: 'course', subject_id: 'Pipework' }]]]),
};

/** Returns the subject of a row and the differences that it tells. */
const readRow = (path: string, cover: Partial<CoverFacts> = {}) => {
	const page = {
		codes: [],
		title: null,
		year: null,
		series: null,
		kind: null,
		stated_pages: null,
		stated_questions: null,
		...cover,
	};
	const row = { path, given: {}, facts: readName(path), page };
	const { conflicts, ...place } = findPlace(row, catalogue, 'course');
	const { values } = buildCells(row, place, { catalogue, sets: [] });
	const file = { id: '1', n: 1, ext: 'pdf', sha256: '', skipped: false, paper_id: null };
	const problems = listProblems(
		{ ...row, ...file, inside: null, reading: null, values, conflicts },
		{ rows: [], sets: new Map(), sameFile: () => [], papersIn: () => [] },
	);
	const differences = problems.filter(({ code }) => code === 'differs').map(({ text }) => text);
	return { subject: values.subject_id, differences };
};

it('tells that the name and the first page name different subjects', () => {
	const title = 'Entrepreneurship Education';
	expect(readRow('Electrical Machines July 2022.pdf', { title })).toEqual({
		subject: title,
		differences: [
			'The name says “Electrical Machines”, the first page says “Entrepreneurship Education”.',
		],
	});
	expect(readRow('Entrepreneurship Education July 2022.pdf', { title }).differences).toEqual([]);
});

it('follows the words of the name, not the code, also below a first page with another line', () => {
	const name = '2705-303 Electrical Machines July 2022.pdf';
	for (const title of [null, 'Answer Five of the Questions'])
		expect(readRow(name, { title })).toEqual({
			subject: 'Electrical Machines',
			differences: ['Papers 2705/303 belong to “Pipework”, the name says “Electrical Machines”.'],
		});
	expect(readRow('2705-303 July 2022.pdf').subject).toBe('Pipework');
});

it('tells all sources that differ', () => {
	const title = 'Entrepreneurship Education';
	const codes = ['2705/303'];
	expect(readRow('Pipework/Electrical Machines July 2022.pdf', { title, codes })).toEqual({
		subject: title,
		differences: [
			'The name says “Electrical Machines”, the first page says “Entrepreneurship Education”.',
			'The folder says “Pipework”, the first page says “Entrepreneurship Education”.',
			'Papers 2705/303 belong to “Pipework”, the first page says “Entrepreneurship Education”.',
		],
	});
	expect(readRow('2021/Pipework July 2022.pdf', { year: 2022 }).differences).toEqual([
		'The name says 2022, its folder 2021, the first page 2022.',
	]);
});
