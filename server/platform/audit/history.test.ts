import { expect, it } from 'vitest';
import type { AuditRow } from '#shared/contract/platform/audit.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';

onEveryEngine('the history of an item', (site) => {
	it('is open to editors, with actors and changes but without addresses', async () => {
		const { courseId, subjectId } = await createContent(site()).family();
		const path = `/courses/${courseId}/subjects/${subjectId}`;
		const editor = await site().as('editor');
		const key = await site().asKey('editor');
		await editor.call('PUT', path, { name: 'Pipes' });
		await key.call('PUT', path, { name: 'Pipes and joints' });
		const history = `/history/subject/${subjectId}`;
		const { status, body } = await editor.call('GET', history);
		expect(status).toBe(200);
		const rows = body.data.data as AuditRow[];
		expect(rows.map(({ action, actor }) => `${action} ${actor.kind}`)).toEqual([
			'update program',
			'update person',
			'create person',
		]);
		expect(rows[1]).toMatchObject({
			actor: { id: editor.id, role: 'editor' },
			before: { name: 'Pipework' },
			after: { name: 'Pipes' },
		});
		for (const row of rows) expect(row).toMatchObject({ address: null, request_id: null });
		const text = JSON.stringify(body);
		expect(text).not.toContain('127.0.0.1');
		expect(text).not.toContain(editor.email);
		expect((await key.call('GET', history)).body).toEqual(body);
		for (const role of ['viewer', 'finance'] as const)
			expect((await (await site().as(role)).call('GET', history)).status).toBe(403);
		expect((await site().anyone('GET', history)).status).toBe(401);
	});

	it('is paged, also for deleted items', async () => {
		const { id } = await createContent(site()).course();
		for (let price = 1; price <= 4; price++) await site().call('PUT', `/courses/${id}`, { price });
		await site().call('DELETE', `/courses/${id}`);
		const { call } = await site().as('editor');
		const actions: string[] = [];
		for (let before = ''; ; ) {
			const more = before && `&before=${before}`;
			const { data } = (await call('GET', `/history/course/${id}?limit=4${more}`)).body;
			actions.push(...data.data.map(({ action }: AuditRow) => action));
			if (data.next === null) break;
			before = data.next;
		}
		expect(actions).toEqual(['delete', ...Array(4).fill('update'), 'create']);
	});

	it('contains content only, whatever the id', async () => {
		const { id } = await site().as('finance');
		await site().call('PUT', `/people/${id}`, { role: 'viewer' });
		const { call } = await site().as('editor');
		for (const kind of ['person', 'key', 'transaction', 'policy', 'address', 'x', 'constructor'])
			expect((await call('GET', `/history/${kind}/${id}`)).status).toBe(404);
		for (const kind of ['course', 'subject', 'topic', 'examset', 'pastpaper'])
			expect((await call('GET', `/history/${kind}/${id}`)).body.data).toEqual({
				data: [],
				next: null,
			});
		for (const asked of ['item_id', 'item_kind', 'actor', 'action'])
			expect((await call('GET', `/history/course/none?${asked}=${id}`)).status).toBe(422);
	});
});
