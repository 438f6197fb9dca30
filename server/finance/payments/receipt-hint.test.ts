import { beforeAll, expect, it } from 'vitest';
import { parseReceiptDay } from '#shared/receipts.ts';
import { onSomeEngines } from '../../testing/app.ts';

/** Nairobi time: every ten minutes of 5 July from 06:00, except from 15:30 to 16:10. */
const minutes = Array.from({ length: 96 }, (_, n) => 6 * 60 + n * 10).filter(
	(minute) => minute <= 15 * 60 + 30 || minute >= 16 * 60 + 10,
);
const at = (minute: number) =>
	new Date(Date.parse('2026-07-05T00:00:00+03:00') + minute * 60_000).toISOString();

it('reads the day of a receipt', () => {
	expect(['UG51ABCD5E', 'ug51abcd5e', 'TJK1ABCD5E'].map(parseReceiptDay)).toEqual([
		'2026-07-05',
		'2026-07-05',
		'2025-10-20',
	]);
	// 31 February, and a text that is not a receipt.
	expect(['UBV1ABCD5E', 'nothing'].map(parseReceiptDay)).toEqual([undefined, undefined]);
});

onSomeEngines('a receipt that no payment has', (site) => {
	beforeAll(() =>
		site().database.write((trx) =>
			trx
				.insertInto('mpesa_messages')
				.values(
					minutes.map((minute) => ({
						at: at(minute),
						kind: 'c2b' as const,
						key: null,
						peer: null,
						trusted: true,
						http_status: null,
						body: Buffer.from('{}'),
					})),
				)
				.execute(),
		),
	);

	it('has a hint with its day and the gaps in deliveries', async () => {
		const { status, body } = await site().call('GET', '/receipts/ug51abcd5e');
		expect(status).toBe(200);
		expect(body.data).toMatchObject({
			receipt: 'UG51ABCD5E',
			day: '2026-07-05',
			deliveries: minutes.length,
			statements: 'none',
			line: null,
			delivery: null,
		});
		expect(body.data.silences).toEqual([{ from: at(15 * 60 + 31), to: at(16 * 60 + 10) }]);
	});

	it('has no hint if it names no day', async () => {
		const { body } = await site().call('GET', '/receipts/UBV1ABCD5E');
		expect(body.data).toMatchObject({ day: null, silences: [], statements: 'none' });
	});

	it('counts failures of any days by reason', async () => {
		const { status, body } = await site().call('GET', '/statistics/failures?from=2026-07-05');
		expect([status, body.data]).toEqual([200, []]);
	});
});
