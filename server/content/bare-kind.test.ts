import './fixtures/notes.ts';

import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { absent, contentOf, refused } from '../test-content.ts';

onEveryEngine('a kind without a name, an order and anything under it', (site) => {
	let courseId: string;
	let list: string;
	const make = async (text: string) =>
		(await site().call('POST', list, { text })).body.data as { id: string; version: number };
	const historyOf = async (id: string) =>
		(await site().call('GET', `/history/note/${id}`)).body.data.data;

	beforeAll(async () => {
		await site().database.write((trx) =>
			sql`create table notes (id text primary key, text text not null,
				course_id text not null references courses (id) on delete cascade,
				version integer not null default 1, created_at text not null, updated_at text not null)`.execute(
				trx,
			),
		);
		courseId = (await contentOf(site()).course()).id;
		list = `/courses/${courseId}/notes`;
	});

	it('is created, listed, changed and deleted', async () => {
		const { id } = await make('One');
		await make('Two');
		const texts = (await site().call('GET', list)).body.data.map(
			({ text }: { text: string }) => text,
		);
		expect(texts).toEqual(['One', 'Two']);
		const changed = await site().call('PUT', `${list}/${id}`, { text: 'Three' });
		expect(changed.body.data).toMatchObject({ id, text: 'Three', course_id: courseId, version: 2 });
		expect((await site().call('DELETE', `${list}/${id}`)).status).toBe(200);
		expect(await site().call('GET', `${list}/${id}`)).toMatchObject(absent('Note'));
		expect(await site().call('POST', list, {})).toMatchObject(
			refused({ text: 'Text is required' }),
		);
	});

	it('has no order to ask for, and nothing that would go with it', async () => {
		const { id } = await make('Alone');
		expect(await site().call('GET', `${list}/next-order`)).toMatchObject({ status: 404 });
		const { body } = await site().call('GET', `${list}/${id}/contents`);
		const { restorable_until, ...counts } = body.data;
		expect(Date.parse(restorable_until)).toBeGreaterThan(Date.now());
		expect(new Set(Object.values(counts))).toEqual(new Set([0]));
	});

	it('stands in the audit trail without a name, under what it lies in', async () => {
		const { id } = await make('Old');
		await site().call('PUT', `${list}/${id}`, { text: 'New' });
		expect(await historyOf(id)).toMatchObject([
			{ action: 'update', before: { text: 'Old' }, after: { text: 'New' } },
			{
				action: 'create',
				item: { kind: 'note', name: null, parents: [{ kind: 'course', id: courseId }] },
				after: { text: 'Old' },
			},
		]);
	});

	it('is told with what goes with the deletion of its course', async () => {
		const { id } = await contentOf(site()).course();
		const note = await site().call('POST', `/courses/${id}/notes`, { text: 'Goes too' });
		const { deletion } = (await site().call('DELETE', `/courses/${id}`)).body;
		const { body } = await site().call('GET', `/history/course/${id}?limit=1`);
		expect(body.data.data[0].details).toEqual({
			notes: 1,
			gone: [{ kind: 'note', id: note.body.data.id, name: null }],
			deletion,
		});
		expect((await site().call('POST', `/trash/${deletion}/restore`)).status).toBe(200);
		expect((await site().call('GET', `/courses/${id}/notes`)).body.data).toEqual([note.body.data]);
	});
});
