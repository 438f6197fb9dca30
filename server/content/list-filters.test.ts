import { expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { contentOf } from '../test-content.ts';

onEveryEngine('a list across all courses', (site) => {
	it('filters by missing file or papers, and papers by year, series and kind', async () => {
		const { course, examSet, family, paper, topic } = contentOf(site());
		const mine = await family();
		const total = async (list: string, query: string) => {
			const { body } = await site().call('GET', `${list}?course_id=${mine.courseId}&${query}`);
			return body.data?.total ?? body.fields;
		};
		const url = 'https://example.org/a.pdf';
		await topic(mine, { topicUrl: url });
		expect(await total('/topics', 'without_file=true')).toBe(1);
		expect(await total('/topics', 'without_file=false')).toBe(1);

		const old = await examSet(mine, { name: 'Old', year: 2019 });
		await paper({ ...mine, examSetId: old.id }, { url });
		expect(await total('/pastpapers', 'without_file=true')).toBe(1);
		expect(await total('/pastpapers', 'without_file=true&year=2019')).toBe(0);
		expect(await total('/pastpapers', 'year=2019')).toBe(1);
		expect(await total('/pastpapers', 'year=2018')).toBe(0);
		expect(await total('/pastpapers', 'year=19')).toEqual({ year: 'Year must be four digits' });

		const july = await examSet(mine, { name: 'July', year: 2019, series: 'july' });
		await paper({ ...mine, examSetId: july.id }, { kind: 'marking_scheme' });
		expect(await total('/pastpapers', 'year=2019')).toBe(2);
		expect(await total('/pastpapers', 'year=2019&series=july')).toBe(1);
		expect(await total('/pastpapers', 'year=2019&series=july&kind=paper')).toBe(0);
		expect(await total('/pastpapers', 'year=2019&series=none&kind=paper')).toBe(1);
		const subject = mine.subjectId;
		await paper({ ...mine, examSetId: july.id }, { subject_id: subject });
		expect(await total('/pastpapers', `subject_id=${subject}`)).toBe(1);
		expect(await total('/pastpapers', 'year=2019&subject_id=none')).toBe(2);
		expect(await total('/pastpapers', 'series=july&subject_id=none')).toBe(1);
		expect(await total('/pastpapers', 'subject_id=nowhere')).toBe(0);
		expect(await total('/pastpapers', 'series=june&kind=x')).toEqual({
			series: 'Series must be march, july, november, other or none',
			kind: 'Kind must be paper, marking_scheme or other',
		});

		const bare = await examSet(mine, { name: 'Bare' });
		expect(await total('/examsets', 'without_papers=true')).toBe(1);
		expect(await total('/examsets', 'without_papers=false')).toBe(3);
		const sets = (await site().call('GET', `/courses/${mine.courseId}/examsets`)).body.data;
		const papersOf = (id: string) => sets.find((set: { id: string }) => set.id === id).stats;
		expect([papersOf(old.id), papersOf(bare.id)]).toEqual([{ paperCount: 1 }, { paperCount: 0 }]);
		// Across all courses, also with a search.
		await course();
		const named = await site().call('GET', '/examsets?search=bare&without_papers=true');
		expect(named.body.data.data.map(({ id }: { id: string }) => id)).toContain(bare.id);
	});
});
