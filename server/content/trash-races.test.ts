import { describe, expect, it } from 'vitest';
import { rounds } from '../../tests/faults/length.ts';
import { type Answer, onEveryEngine, type TestApp } from '../test-app.ts';
import { contentOf, type Family } from '../test-content.ts';

/** SQLite needs fewer rounds: it has one writer, so races differ only in their order. */
const ROUNDS = { sqlite: rounds(5), postgres: rounds(10) };

type Call = (site: TestApp, family: Family) => Promise<Answer>;

const course = ({ courseId }: Family) => `/courses/${courseId}`;
const subject = (family: Family) => `${course(family)}/subjects/${family.subjectId}`;
const topic = (family: Family) => `${subject(family)}/topics/${family.topicId}`;
const papers = (family: Family) => `${course(family)}/examsets/${family.examSetId}/pastpapers`;

const createTopic: Call = ({ call }, family) =>
	call('POST', `${subject(family)}/topics`, { name: 'Late' });
const rename: Call = ({ call }, family) => call('PUT', topic(family), { name: 'Late' });
const linkPaper: Call = ({ call }, family) =>
	call('PUT', `${papers(family)}/${family.paperId}`, {
		name: 'Late',
		subject_id: family.subjectId,
	});

onEveryEngine('a deletion during other writes', (site) => {
	/** Returns the names of all contents of a course. */
	const namesIn = async (family: Family) => {
		const { read } = site().database;
		const all = (['subjects', 'topics', 'exam_sets', 'past_papers'] as const).map((table) =>
			read.selectFrom(table).select('name').where('course_id', '=', family.courseId).execute(),
		);
		return (await Promise.all(all)).flat().map(({ name }) => name);
	};

	describe.each([
		['a topic is created in it', createTopic],
		['a topic is changed in it', rename],
		['a paper is changed in it', linkPaper],
	])('of a course, while %s', (_while, act) => {
		it('includes every acknowledged row, and restores it', async () => {
			const done = new Set<number>();
			for (let round = 0; round < ROUNDS[site().engine]; round++) {
				const mine = await contentOf(site()).family();
				const both = [act(site(), mine), site().call('DELETE', course(mine))] as const;
				const [other, removal] = await Promise.all(round % 2 ? both : both.toReversed()).then(
					(two) => (round % 2 ? two : two.toReversed()),
				);
				if (!other || !removal) throw new Error('no answer');
				done.add(other.status);
				expect([200, 201, 404, 422]).toContain(other.status);
				expect(removal.status).toBe(200);
				expect(await namesIn(mine)).toEqual([]);
				const back = await site().call('POST', `/trash/${removal.body.deletion}/restore`);
				expect(back.status).toBe(200);
				expect((await namesIn(mine)).includes('Late')).toBe(other.status < 300);
			}
			expect(done.size).toBeGreaterThan(0);
		});
	});
});
