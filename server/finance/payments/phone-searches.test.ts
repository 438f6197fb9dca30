import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../testing/app.ts';
import { type Desk, openDesk } from './fixtures/desk.ts';

const HASH = 'c0ffee'.padEnd(64, '0');

describe.each(engines)('searches for phone numbers with MASK_PHONES (%s)', (engine) => {
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine, { maskPhones: true });
	});
	afterAll(() => desk.close());

	it('limits searches for whole numbers to 100 an hour per person, and audits each', async () => {
		const { call } = await desk.as('finance');
		const number = (n: number) => `0749${String(n).padStart(3, '0')}030`;
		const statuses: number[] = [];
		for (let n = 0; n < 97; n++)
			statuses.push((await call('GET', `/transactions?phone=${number(n)}`)).status);
		// Several numbers in one text count as several searches, and other lists count too.
		const [a, b, c] = [number(97), number(98), number(99)];
		statuses.push((await call('GET', `/transactions?search=${a}%20or%20${b}`)).status);
		statuses.push((await call('GET', `/search?q=${c}&kinds=payments`)).status);
		expect(new Set(statuses)).toEqual(new Set([200]));
		for (const path of [
			`/transactions?phone=${number(100)}`,
			`/transactions?search=${number(101)}`,
			`/transactions/export.csv?search=${number(102)}`,
			`/search?q=${number(103)}`,
			`/reconciliation/lines?month=2026-11&search=${number(104)}`,
			`/transactions?phone=${HASH}`,
			`/accounts/${number(105)}`,
			`/accounts/0749%F3%A0%80%B0${number(106).slice(4)}`,
		]) {
			const refused = await call('GET', path);
			expect([path, refused.status, refused.body.code]).toEqual([path, 429, 'too_many']);
			expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
		}
		const bodies: [string, object][] = [
			[
				'/payments',
				{ phone_number: number(107), amount: 5, account_reference: 'A', description: 'B' },
			],
			[`/accounts/${number(5)}/grants`, { months: 1, reason: number(108) }],
			[
				'/decisions',
				{
					...{ what: 'expected', about: { kind: 'receipt', id: 'UK11AAAAA1' } },
					...{ phone_number: number(109), reason: 'A' },
				},
			],
		];
		const posted = [];
		for (const [path, body] of bodies) posted.push((await call('POST', path, body)).status);
		// A number among the words of a reason finds nothing.
		expect(posted).toEqual([429, 201, 429]);
		// Numbers that were searched already, and other texts, can still be searched.
		for (const path of [`?phone=${number(5)}&page=2`, '?search=UK11AAAAA1', '?search=0749'])
			expect((await call('GET', `/transactions${path}`)).status).toBe(200);
		expect((await (await desk.as('finance')).call('GET', `/transactions?phone=${c}`)).status).toBe(
			200,
		);

		const rows = (await desk.call('GET', '/audit?action=search&limit=100')).body.data.data;
		expect(rows[0]).toMatchObject({ details: { number: '*********030' } });
		const { checks } = (await desk.call('GET', '/system')).body.data;
		expect(checks).toContainEqual(
			expect.objectContaining({
				name: 'Searches for phone numbers',
				state: 'warning',
				about: 'searched',
				says: expect.stringMatching(/ searched for 100 whole numbers within an hour$/),
			}),
		);
	});

	it('does not mask the example number in its messages', async () => {
		const { body } = await desk.pay({}, { phone_number: '12' });
		expect(body.fields.phone_number).toBe(
			'Phone number must be a Kenyan mobile number such as 0712345678',
		);
	});
});
