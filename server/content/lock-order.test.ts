import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lockRows } from '../db/engine.ts';
import { onEveryEngine } from '../test-app.ts';
import { contentOf } from '../test-content.ts';
import { holdItem } from './rows.ts';

onEveryEngine('what waits for a place', (site) => {
	const call = (...args: Parameters<ReturnType<typeof site>['call']>) => site().call(...args);

	/** Whether nobody holds a row. */
	const isFree = (table: 'topics' | 'past_papers', id: string) =>
		site().database.write(async (trx) => {
			const row = trx.selectFrom(table).select('id').where('id', '=', id);
			return (await lockRows(trx, row, 'unlocked').execute()).length === 1;
		});

	/** Whether anybody waits for a row or for who holds it. */
	const someoneWaits = async () => {
		const locks = sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`;
		return (await locks.execute(site().database.read)).rows[0]?.n !== 0;
	};

	/**
	 * Makes one call while its place is held by somebody else, and another meanwhile: the item must not be held yet.
	 * SQLite has one writer, who waits for nobody: there both are made at once.
	 */
	const beside = async (
		place: { courseId: string; subjectId: string },
		item: Parameters<typeof isFree>,
		waiting: () => ReturnType<typeof call>,
		meanwhile: () => ReturnType<typeof call>,
	) => {
		if (site().engine === 'sqlite') return Promise.all([waiting(), meanwhile()]);
		const { first, second } = await site().database.write(async (trx) => {
			await holdItem(trx, 'subjects', place);
			const first = waiting();
			while (!(await someoneWaits())) await wait(5);
			expect(await isFree(...item)).toBe(true);
			return { first, second: await meanwhile() };
		});
		return [await first, second] as const;
	};

	it('moves an item without keeping others from the list that it leaves', async () => {
		const { family, topic } = contentOf(site());
		const [from, to] = [await family(), await family()];
		const { id } = await topic(from);
		const list = `/courses/${from.courseId}/subjects/${from.subjectId}/topics`;
		const [moved, ordered] = await beside(
			to,
			['topics', id],
			() =>
				call('POST', '/bulk', {
					kind: 'topics',
					action: 'move',
					ids: [id],
					to: { subject_id: to.subjectId },
				}),
			() => call('POST', `${list}/order`, { ids: [from.topicId], before: null }),
		);
		expect(moved).toMatchObject({ status: 200, body: { data: { done: 1 } } });
		expect(ordered.status).toBe(200);
	});

	it('changes what a paper is about without keeping others from its list', async () => {
		const { family, subject, paper } = contentOf(site());
		const mine = await family();
		const other = await subject(mine);
		const { id } = await paper(mine);
		const list = `/courses/${mine.courseId}/examsets/${mine.examSetId}/pastpapers`;
		const [changed, ordered] = await beside(
			{ courseId: mine.courseId, subjectId: other.id },
			['past_papers', id],
			() => call('PUT', `${list}/${id}`, { subject_id: other.id }),
			() => call('POST', `${list}/order`, { ids: [id], before: mine.paperId }),
		);
		expect(changed.body.data).toMatchObject({ subject_id: other.id });
		expect(ordered.status).toBe(200);
	});
});
