import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { SYSTEM_CONTEXT } from '../audit-context.ts';
import { openRefusals } from './refusals.ts';

const at = (address: string) => ({ ...SYSTEM_CONTEXT, address });
const signIn = (name: string) => ({
	action: 'sign_in_refused' as const,
	item: { kind: 'person' as const, id: null, name },
});

onEveryEngine('refusals', (site) => {
	const rows = async (action: string) =>
		(
			await site()
				.database.read.selectFrom('audit_log')
				.selectAll()
				.where('action', '=', action)
				.orderBy('id')
				.execute()
		).map(({ address, item_name, details }) => ({
			address,
			item_name,
			...JSON.parse(details ?? '{}'),
		}));

	it('are counted, and written as one row of each kind', async () => {
		const refusals = openRefusals(site().database);
		const began = new Date().toISOString();
		for (let n = 0; n < 40; n++) refusals.note(at('10.0.0.1'), signIn('a@example.org'));
		refusals.note(at('10.0.0.2'), signIn('a@example.org'));
		await refusals.flush();
		await refusals.flush();
		const [first, second, ...more] = await rows('sign_in_refused');
		expect(first).toMatchObject({ address: '10.0.0.1', item_name: 'a@example.org', count: 40 });
		expect(first.first >= began && first.last >= first.first).toBe(true);
		expect(second).toMatchObject({ address: '10.0.0.2', count: 1 });
		expect(more).toEqual([]);
	});

	it('are counted together beyond a thousand kinds a minute, to limit memory', async () => {
		const refusals = openRefusals(site().database);
		for (let n = 0; n < 1_500; n++)
			refusals.note(at(`10.1.${n >> 8}.${n & 255}`), { ...signIn('b'), action: 'limited' });
		await refusals.flush();
		const all = await rows('limited');
		expect(all).toHaveLength(1_001);
		expect(all.find(({ address }) => address === null)?.count).toBe(500);
	});

	it('are kept for the next flush if they cannot be written', async () => {
		let broken = true;
		const write = (work: never) =>
			broken ? Promise.reject(new Error('No room.')) : site().database.write(work);
		const refusals = openRefusals({ ...site().database, write } as never);
		const note = () => refusals.note(at('10.2.0.1'), { ...signIn('c'), action: 'sign_out' });
		note();
		const failing = refusals.flush();
		note();
		await expect(failing).rejects.toThrow('No room.');
		note();
		broken = false;
		await refusals.flush();
		expect(await rows('sign_out')).toEqual([expect.objectContaining({ count: 3 })]);
	});

	it('include every 403, by its route and without the ids in its address', async () => {
		const headers = { 'sec-fetch-site': 'cross-site' };
		for (let n = 0; n < 3; n++)
			await site().call('DELETE', `/courses/secret-${n}`, undefined, headers);
		await site().app.refusals.flush();
		expect(await rows('refused')).toEqual([
			expect.objectContaining({ item_name: 'DELETE /api/courses/:courseId', count: 3 }),
		]);
	});
});
