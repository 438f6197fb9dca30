import { expect, it } from 'vitest';
import { rounds } from '../../../tests/faults/length.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';
import { createEmptyTrashJob } from './empty-trash.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onEveryEngine('emptying the trash', (site) => {
	const empty = (days = 30, signal = new AbortController().signal) =>
		createEmptyTrashJob(site().database, days).run(signal);
	const remove = async (path: string) =>
		(await site().call('DELETE', path)).body.deletion as string;
	const age = (deletion: string, days: number) =>
		site().database.write((trx) =>
			trx
				.updateTable('deletions')
				.set({ at: new Date(Date.now() - days * DAY_MS).toISOString() })
				.where('id', '=', deletion)
				.execute(),
		);
	const restore = async (id: string) => (await site().call('POST', `/trash/${id}/restore`)).status;
	const countDeletions = async () => {
		const { read } = site().database;
		const rows = await read.selectFrom('trash_rows').select('deletion_id').execute();
		const newDeletion = await read.selectFrom('deletions').select('id').execute();
		expect(new Set(rows.map((row) => row.deletion_id))).toEqual(
			new Set(newDeletion.map(({ id }) => id)),
		);
		return newDeletion.length;
	};

	it('deletes old items with their versions, and audits them', async () => {
		const [old, young] = [
			await createContent(site()).family(),
			await createContent(site()).family(),
		];
		await site().call('PUT', `/courses/${old.courseId}`, { name: 'Old' });
		const [oldDeletion, newDeletion] = [
			await remove(`/courses/${old.courseId}`),
			await remove(`/courses/${young.courseId}`),
		];
		await age(oldDeletion, 30.1);
		await age(newDeletion, 29.9);
		expect(await empty()).toBe('1 deletions and 0 versions permanently deleted');
		expect(await restore(oldDeletion)).toBe(404);
		expect(await restore(newDeletion)).toBe(200);
		const { body } = await site().call('GET', `/history/course/${old.courseId}?limit=1`);
		expect(body.data.data[0]).toMatchObject({
			action: 'purge',
			actor: { kind: 'system' },
			item: { name: 'Old' },
			details: { subjects: 1, topics: 1, examsets: 1, pastpapers: 1, deletion: oldDeletion },
		});
		const { read } = site().database;
		const versions = read.selectFrom('item_versions').select('version');
		expect(await versions.where('item_id', '=', old.courseId).execute()).toEqual([]);
	});

	it('uses the configured number of days', async () => {
		const { id } = await createContent(site()).course();
		const deletion = await remove(`/courses/${id}`);
		await age(deletion, 2);
		await empty(3);
		expect(await countDeletions()).toBe(1);
		await empty(1);
		expect(await countDeletions()).toBe(0);
	});

	it('has one result with a restore at the same time', async () => {
		const { course } = createContent(site());
		for (let round = 0; round < rounds(15); round++) {
			const { id } = await course();
			const deletion = await remove(`/courses/${id}`);
			await age(deletion, 31);
			const [status, again, , purged] = await Promise.all([
				restore(deletion),
				restore(deletion),
				empty(),
				site().call('DELETE', `/trash/${deletion}`),
			]);
			expect([status, again, purged.status].filter((one) => one === 200).length).toBeLessThan(2);
			for (const one of [status, again, purged.status]) expect([200, 404]).toContain(one);
			const there = (await site().call('GET', `/courses/${id}`)).status;
			expect(there).toBe(status === 200 || again === 200 ? 200 : 404);
			expect(await countDeletions()).toBe(0);
		}
	});
});
