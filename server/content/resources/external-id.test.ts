import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { buildListPath, createContent, kinds } from '../../testing/content.ts';

onEveryEngine('the external id', (site) => {
	describe.each(kinds)('of $name', ({ resource, full, other }) => {
		it('is unique in its kind, finds the item, and is left out of copies', async () => {
			const { call } = site();
			const list = buildListPath(resource, await createContent(site()).family());
			const made = await call('POST', list, { ...full, external_id: ' sms-7 ' });
			const { id } = made.body.data;
			expect(made.body.data.external_id).toBe('sms-7');
			const taken = {
				status: 409,
				body: { code: 'external_id_taken', data: { id } },
			};
			expect(await call('POST', list, { ...other, external_id: 'sms-7' })).toMatchObject(taken);
			const second = (await call('POST', list, other)).body.data;
			const one = `${list}/${second.id}`;
			expect(await call('PUT', one, { external_id: 'sms-7' })).toMatchObject(taken);
			const same = await call('PUT', `${list}/${id}`, { external_id: 'sms-7', name: 'Renamed' });
			expect(same).toMatchObject({ status: 200, body: { data: { external_id: 'sms-7' } } });

			const found = (await call('GET', `${list}?external_id=sms-7`)).body.data;
			expect(found).toMatchObject([{ id }]);
			if (resource.path.includes(':')) {
				const across = await call('GET', `/${resource.slug}?external_id=sms-7`);
				expect(across.body.data).toMatchObject({ total: 1, data: [{ id }] });
			}
			const copy = await call('POST', `${list}/${id}/copy`, { with: 'structure' });
			expect(copy).toMatchObject({ status: 201, body: { data: { external_id: null } } });

			const { deletion } = (await call('DELETE', `${list}/${id}`)).body;
			expect((await call('PUT', one, { external_id: 'sms-7' })).status).toBe(200);
			const restored = await call('POST', `/trash/${deletion}/restore`);
			expect(restored).toMatchObject({
				status: 200,
				body: { data: { lost: [{ id, field: 'external_id' }] } },
			});
			const audit = await call('GET', `/audit?item_id=${id}&action=restore`);
			expect(audit.body.data.data[0].details.lost).toContain('“sms-7”');
			expect((await call('GET', `${list}/${id}`)).body.data.external_id).toBeNull();
		});
	});
});
