import { describe, expect, it } from 'vitest';
import { asText, clear, fillDown, paste, set } from './cell-changes.ts';
import { columns } from './columns.ts';
import { names, rowOf } from './fixtures.ts';

const at = (field: string) => columns.findIndex((column) => column.field === field) + 1;
const cols = (from: string, to = from) => [at(from), at(to)] as const;
const read = (field: string, text: string, row = rowOf('1')) =>
	columns[at(field) - 1]?.read(text, row.values, names);

describe('what is typed into a cell', () => {
	it('means a course by its beginning or a part of its name, if no other has it', () => {
		expect(read('course_id', ' diploma ')).toEqual({ value: 'c1' });
		expect(read('course_id', 'weld')).toEqual({ value: 'c3' });
		expect(read('course_id', 'Certificate')).toEqual({
			wrong: 'More than one course is called so: choose one',
		});
		expect(read('course_id', 'Baking')).toEqual({ wrong: 'No course is called “Baking”' });
	});

	it('is a subject only of the course of its row', () => {
		expect(read('subject_id', 'math')).toEqual({ value: 's1' });
		expect(read('subject_id', 'math', rowOf('1', { course_id: null }))).toEqual({
			wrong: 'Choose its course first',
		});
	});

	it('is an exam set that is there, or one to be made', () => {
		expect(read('exam_set', '2023 july series')).toEqual({
			value: { id: 'e1', name: '2023 July Series' },
		});
		expect(read('exam_set', 'Mock 2023')).toEqual({ value: { id: null, name: 'Mock 2023' } });
	});

	it('is several codes, however they are parted, each once', () => {
		expect(read('codes', '2521/303; 2602 / 303, 2521/303')).toEqual({
			value: ['2521/303', '2602/303'],
		});
	});

	it('empties the cell where it is nothing', () => {
		for (const { field } of columns)
			expect(read(field, ' ')).toEqual({
				value: field === 'codes' ? [] : field === 'kind' ? 'paper' : null,
			});
	});

	it('reads again as what is shown, in every column', () => {
		const row = rowOf('1', {
			subject_id: 's1',
			exam_set: { id: 'e1', name: '2023 July Series' },
			name: 'Paper 1',
			codes: ['2521/303', '2602/303'],
			kind: 'marking_scheme',
		});
		for (const { field, show } of columns)
			expect(read(field, show(row.values, names), row)).toEqual({ value: row.values[field] });
	});
});

describe('cells of several rows', () => {
	it('are filled from the first one down, in one correction where they are alike', () => {
		const rows = [rowOf('1', { year: 2021 }), rowOf('2'), rowOf('3')];
		expect(fillDown(rows[0] as never, { rows, cols: cols('year', 'series') })).toEqual([
			{ ids: ['2', '3'], values: { year: 2021, series: 'july' } },
		]);
	});

	it('take no subject of another course, and only the name of its exam set', () => {
		const row = rowOf('2', { course_id: 'c2' });
		const exam_set = { id: 'e1', name: '2023 July Series' };
		expect(set([row], { subject_id: 's1', exam_set }, 'c1')).toEqual([
			{ ids: ['2'], values: { exam_set: { id: null, name: '2023 July Series' } } },
		]);
		expect(set([row], { course_id: 'c1', subject_id: 's1' }, 'c1')).toEqual([
			{ ids: ['2'], values: { course_id: 'c1', subject_id: 's1' } },
		]);
	});

	it('are emptied, but for those that are empty', () => {
		const rows = [rowOf('1', { name: 'Paper 1' }), rowOf('2')];
		expect(clear({ rows, cols: cols('name', 'kind') })).toEqual([
			{ ids: ['1'], values: { name: null } },
		]);
	});

	it('leave the files and the problems alone', () => {
		const rows = [rowOf('1')];
		expect(clear({ rows, cols: [0, 0] })).toEqual([]);
		expect(clear({ rows, cols: [columns.length + 1, columns.length + 1] })).toEqual([]);
	});

	it('come through the clipboard as they were', () => {
		const rows = [rowOf('1', { year: 2019, series: 'march' }), rowOf('2', { year: 2020 })];
		const text = asText({ rows, cols: cols('year', 'series') }, names);
		expect(text).toBe('2019\tMarch\n2020\tJuly');
		const into = [rowOf('3', { year: null }), rowOf('4', { series: null })];
		const pasted = paste(text, { rows: into.slice(0, 1), cols: cols('year') }, into, names);
		expect(pasted.corrections).toEqual([
			{ ids: ['3'], values: { year: 2019, series: 'march' } },
			{ ids: ['4'], values: { year: 2020, series: 'july' } },
		]);
	});

	it('take one copied text each, and one copied line each', () => {
		const rows = [rowOf('1'), rowOf('2')];
		expect(paste('2018\n', { rows, cols: cols('year') }, rows, names).corrections).toEqual([
			{ ids: ['1', '2'], values: { year: 2018 } },
		]);
		expect(paste('2018\tMarch', { rows, cols: cols('year') }, rows, names).corrections).toEqual([
			{ ids: ['1', '2'], values: { year: 2018, series: 'march' } },
		]);
	});

	it('leave out of what is pasted what cannot be one, and say why', () => {
		const rows = [rowOf('1')];
		const pasted = paste('20x\tMarch\textra', { rows, cols: cols('year') }, rows, names);
		expect(pasted).toMatchObject({ refused: 1, wrong: 'Year must be from 2000 to 2050' });
		expect(pasted.corrections).toEqual([
			{
				ids: ['1'],
				values: { series: 'march', exam_set: { id: null, name: 'extra' } },
			},
		]);
	});

	it('read a pasted subject by the course that is pasted with it', () => {
		const row = rowOf('1', { course_id: 'c2' });
		const text = 'Diploma in Electrical Engineering\tMathematics';
		const pasted = paste(text, { rows: [row], cols: cols('course_id') }, [row], names);
		expect(pasted.corrections).toEqual([
			{ ids: ['1'], values: { course_id: 'c1', subject_id: 's1' } },
		]);
	});
});
