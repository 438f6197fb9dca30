import { expect, it } from 'vitest';
import { makeTestAppWith } from '../test-app.ts';
import { forwardedFor } from './forwarded.ts';

it.each([
	['203.0.113.9', '203.0.113.9'],
	['203.0.113.9:51234', '203.0.113.9'],
	['2001:db8::9', '2001:db8::9'],
	['[2001:db8::9]', '2001:db8::9'],
	['[2001:db8::9]:51234', '2001:db8::9'],
	['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
	['198.51.100.1:1, 203.0.113.9:2', '198.51.100.1, 203.0.113.9'],
	['unknown, 203.0.113.9', '203.0.113.9'],
	[', 203.0.113.9 ,', '203.0.113.9'],
	['203.0.113.9, unknown', undefined],
	['203.0.113.9:', undefined],
	['203.0.113.9:123456', undefined],
	['203.0.113.9.5', undefined],
	['2001:db8::9]:1', undefined],
	['fe80::1%a', undefined],
	['"203.0.113.9"', undefined],
	['', undefined],
])('of a proxy that says %j, %j is left', (said, left) => {
	expect(forwardedFor(said)).toBe(left);
});

it('whoever asks through a trusted proxy has one address, whatever their port', async () => {
	const site = await makeTestAppWith('sqlite', { config: { trustProxy: ['10.9.9.9'] } });
	const course = { order_num: 1, category_id: 'cat_artisan' };
	const addressFor = async (said: string) => {
		const made = await site.inject({
			method: 'POST',
			url: '/api/courses',
			remoteAddress: '10.9.9.9',
			payload: { ...course, name: said },
			headers: { 'x-forwarded-for': said },
		});
		const { address } = await site.database.read
			.selectFrom('audit_log')
			.select('address')
			.where('item_id', '=', made.json().data.id)
			.executeTakeFirstOrThrow();
		return address;
	};
	expect(await addressFor('203.0.113.9:51234')).toBe('203.0.113.9');
	expect(await addressFor('198.51.100.1, [2001:db8::9]:51234')).toBe('2001:db8::9');
	expect(await addressFor('203.0.113.9:x')).toBe('10.9.9.9');
	await site.close();
});
