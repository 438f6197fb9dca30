import { beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../cli/sample-payments.ts';
import { onSomeEngines } from '../../testing/app.ts';
import { paymentAt } from './fixtures/payments.ts';
import { storePayments } from './store.ts';

const AT = Date.parse('2026-02-03T09:00:00Z');
const phones = [
	'254712345126',
	'2547 ***** 126',
	'2547*****126',
	'25471****126',
	'25471 **** 126',
	'25472****126',
	'2547 ***** 127',
	'2541 ***** 126',
	'254712***126',
];

onSomeEngines('a number that M-Pesa masked', (site) => {
	beforeAll(async () => {
		const random = createRandom(3);
		await site().database.write((trx) =>
			storePayments(
				trx,
				phones.map((phone, n) => [{ ...paymentAt(AT + n, random, 'completed'), phone }, AT + n]),
				'confirmation',
			),
		);
	});

	const found = async (search: string) => {
		const query = new URLSearchParams({ search });
		const { body } = await site().call('GET', `/transactions?${query}`);
		const csv = await site().call('GET', `/transactions/export.csv?${query}`);
		expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(1 + body.data.total);
		return body.data.data.map((each: { phone_number: string }) => each.phone_number).reverse();
	};

	it('is not found by a whole number', async () => {
		expect(await found('0712 345 126')).toEqual(['254712345126']);
		expect(await found('0722 345 126')).toEqual([]);
	});

	it('is found by its visible digits, whatever the number of signs between', async () => {
		const of = (...rows: number[]) => rows.map((row) => phones[row]);
		for (const typed of ['25471****126', '25471 ** 126'])
			expect(await found(typed), typed).toEqual(of(1, 2, 3, 4, 8));
		for (const typed of ['2547 ***** 126', '2547*126', '0747*126'])
			expect(await found(typed), typed).toEqual(
				typed.startsWith('0') ? of(1, 2) : of(1, 2, 3, 4, 5, 8),
			);
		const path = `/transactions?phone=${encodeURIComponent('2547***126')}`;
		expect((await site().call('GET', path)).body.data.total).toBe(6);
	});

	it('is plain text with less than three digits at the end, or without a beginning', async () => {
		expect(await found('**126')).toEqual([2, 3, 5, 8].map((n) => phones[n]));
		expect((await site().call('GET', '/transactions?phone=2547****26')).status).toBe(422);
	});
});
