import { beforeAll, describe, expect, it } from 'vitest';
import { countEdits } from '#shared/edits.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';
import { searchCalls } from './fixtures/calls.ts';

onEveryEngine('a misspelt word', (site) => {
	beforeAll(async () => {
		const make = createContent(site());
		const course = await make.course({ name: 'Diploma in Welding Technology' });
		const { id: subjectId } = await make.subject({ courseId: course.id }, { name: 'Arc Welding' });
		await make.topic({ courseId: course.id, subjectId }, { name: 'Welding of pipes' });
		await make.examSet({ courseId: course.id }, { name: '2025 July Series' });
	});

	it.each([
		['welidng', 'welding'],
		['Welidng  of pipse', 'welding of pipes'],
		['tecnolgy', 'technology'],
		['diplma in weldng', 'diploma in welding'],
		['jly', 'july'],
	])('%s is put right', async (q, corrected) => {
		const answer = await searchCalls(site()).find(q);
		expect(answer.corrected).toBe(corrected);
		expect(answer.groups.length).toBeGreaterThan(0);
	});

	it('is not corrected if it has matches, is too far from all words, or is a code', async () => {
		const { find } = searchCalls(site());
		for (const q of ['wxldxng', '2521/304', 'UA51ABCD5F', 'turbofan', 'zz'])
			expect({ q, ...(await find(q)) }).toEqual({ q, corrected: null, groups: [] });
		expect(await find('weldin')).toMatchObject({ corrected: null });
	});

	it('is corrected by current names: created, renamed and deleted', async () => {
		const make = createContent(site());
		const { find } = searchCalls(site());
		const { id } = await make.course({ name: 'Certificate in Upholstery' });
		expect((await find('upholstrey')).corrected).toBe('upholstery');
		await site().call('PUT', `/courses/${id}`, { name: 'Certificate in Bookbinding' });
		expect(await find('upholstrey')).toEqual({ corrected: null, groups: [] });
		expect((await find('bookbidning')).corrected).toBe('bookbinding');
		await site().call('DELETE', `/courses/${id}`);
		expect(await find('bookbidning')).toEqual({ corrected: null, groups: [] });
		expect(await find('bookbinding')).toEqual({ corrected: null, groups: [] });
	});
});

describe('the edits between two words', () => {
	it.each([
		['welidng', 'welding', 1],
		['elecrtical', 'electrical', 1],
		['surveing', 'surveying', 1],
		['matematiks', 'mathematics', 2],
		['matemtiks', 'mathematics', undefined],
		['tecnolgy', 'technology', 2],
		['', 'ab', 2],
		['abc', 'abc', 0],
		['ca', 'abc', undefined],
	])('%s, %s: %s', (a, b, edits) => {
		expect(countEdits(a, b, 2)).toBe(edits);
		expect(countEdits(b, a, 2)).toBe(edits);
	});
});
