import { expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { contentOf, itemOf, kinds, listOf } from '../test-content.ts';
import { HOSTILE_TEXTS } from './fixtures/hostile-texts.ts';

/** The fields of each kind of content that hold any text. */
const FIELDS: Record<string, readonly string[]> = { courses: ['name', 'description'] };
const fieldsOf = (key: string) => FIELDS[key] ?? ['name'];

onEveryEngine('a text that would do something elsewhere', (site) => {
	it('is one of fifty and more, each once', () => {
		expect(new Set(HOSTILE_TEXTS).size).toBe(HOSTILE_TEXTS.length);
		expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(50);
	});

	it.each(kinds)(
		'comes back to the letter from $name, its list and its trail',
		async (kind) => {
			const { resource, full } = kind;
			const place = await contentOf(site()).family();
			const made = await site().call('POST', listOf(resource, place), full);
			const address = itemOf(resource, { ...place, [resource.param]: made.body.data.id });
			for (const field of fieldsOf(resource.key)) {
				for (const text of HOSTILE_TEXTS) {
					const saved = await site().call('PUT', address, { [field]: text });
					expect([saved.status, saved.body.data[field]]).toEqual([200, text]);
					const { headers, body } = await site().call('GET', address);
					expect(body.data[field]).toBe(text);
					// Whoever opens the answer itself sees data, and no page.
					expect(headers['content-type']).toMatch(/^application\/json/);
					expect(headers['x-content-type-options']).toBe('nosniff');
				}
				const { data } = (await site().call('GET', listOf(resource, place))).body;
				const listed = data.map((item: Record<string, unknown>) => item[field]);
				expect(listed).toContain(HOSTILE_TEXTS.at(-1));
				const trail = await site().call('GET', `/audit?limit=100&item_id=${made.body.data.id}`);
				const rows = trail.body.data.data as { after: Record<string, unknown> | null }[];
				const written = rows.map(({ after }) => after?.[field]);
				expect(written).toEqual(expect.arrayContaining(HOSTILE_TEXTS));
			}
		},
		60_000,
	);

	it('comes back to the letter from people, keys, one’s own account and the search', async () => {
		for (const [n, name] of HOSTILE_TEXTS.entries()) {
			const email = `text.${n}@example.org`;
			const invited = await site().call('POST', '/people', { name, email, role: 'viewer' });
			expect([invited.status, invited.body.data.person.name]).toEqual([201, name]);
			const key = await site().call('POST', '/keys', { name, role: 'viewer', days: 30 });
			expect([key.status, key.body.data.key.name]).toEqual([201, name]);
		}
		const names = async (path: string) =>
			(await site().call('GET', path)).body.data.map((item: { name: string }) => item.name);
		for (const path of ['/people', '/keys'])
			expect(await names(path)).toEqual(expect.arrayContaining(HOSTILE_TEXTS));
		const { call } = await site().as('viewer');
		for (const name of HOSTILE_TEXTS) {
			expect((await call('PUT', '/account', { name })).status).toBe(200);
			expect((await call('GET', '/account')).body.data.name).toBe(name);
			const found = await call('GET', `/subjects?search=${encodeURIComponent(name)}`);
			expect(found.status).toBe(200);
		}
	});
});
