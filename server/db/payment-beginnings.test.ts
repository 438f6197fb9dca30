import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { paymentAt, randomFrom } from '../features/payments/fixtures/payments.ts';
import { type Payment, storePayments } from '../features/payments/store.ts';
import { onEveryEngine } from '../test-app.ts';
import { findBeginnings } from './payment-beginnings.ts';
import { findBroadly, findPayments } from './payment-search.ts';

const AT = Date.parse('2026-01-05T06:00:00Z');
const COUNT = 1_500;
const LIMIT = 10;

onEveryEngine('beginnings of receipts and phones', (site) => {
	let rows: Payment[] = [];
	beforeAll(async () => {
		const random = randomFrom(11);
		// Some receipts begin as some phones do, and their months are not in the order of the payments.
		const receipt = (at: number) =>
			`${['UA', 'UB', 'TL', '25'][random(4)]}${String(at).padStart(8, '0')}`;
		const phone = () => `${['2547', '2541', '0722'][random(3)]}${10_000_000 + random(89_999_999)}`;
		const stored = await site().database.write((trx) =>
			storePayments(
				trx,
				Array.from({ length: COUNT }, (_, at) => {
					const payment = paymentAt(AT + at, random, random(4) === 0 ? 'failed' : 'completed');
					const paid = payment.status === 'completed' && at % 700 < 600;
					return [
						{ ...payment, receipt: paid ? receipt(at) : null, phone: phone() },
						AT + at * 1_000,
					] as const;
				}),
				'request',
			),
		);
		rows = stored.sort((a, b) => b.seq - a.seq);
	});

	it('are found page by page with their total, from either end', async () => {
		const { engine, read, aside } = site().database;
		const failed = [sql<boolean>`payments.status = 'failed'`];
		const [low, high] = [rows[1_100]?.seq ?? 0, rows[300]?.seq ?? 0];
		const everywhere = { from: 0, to: Number.MAX_SAFE_INTEGER };
		let pages = 0;
		for (const beginnings of [['u'], ['ua'], ['25'], ['07'], ['07', '2547'], ['2'], ['zz']])
			for (const conditions of [[], failed])
				for (const places of [everywhere, { from: low, to: high }]) {
					const expected = rows.filter(
						({ seq, status, receipt, phone }) =>
							(conditions.length === 0 || status === 'failed') &&
							seq >= places.from &&
							seq < places.to &&
							beginnings.some(
								(text) => receipt?.startsWith(text.toUpperCase()) || phone?.startsWith(text),
							),
					);
					const search = { terms: [], beginnings, conditions, ...places };
					const half = Math.floor(expected.length / 2);
					for (const offset of [0, 7, half - 1, half, half + 1, expected.length - 3, 5_000]) {
						const answer = {
							seqs: expected
								.slice(Math.max(0, offset), Math.max(0, offset) + LIMIT)
								.map(({ seq }) => seq),
							total: expected.length,
						};
						const asked = { beginnings, conditions: conditions.length, places, offset };
						const at = Math.max(0, offset);
						const found = [await findPayments(read, search, LIMIT, at)];
						// PostgreSQL has one way for both.
						if (engine === 'sqlite') found.push(await findBroadly(aside, search, LIMIT, at));
						for (const page of found) expect({ asked, ...page }).toEqual({ asked, ...answer });
						if (engine === 'sqlite' && expected.length > 0 && beginnings.length === 1) {
							const upTo = (most: number) => findBeginnings(read, search, LIMIT, at, most);
							expect(await upTo(expected.length)).toEqual(answer);
							expect(await upTo(Math.floor(expected.length / 3) - 1)).toBeUndefined();
						}
						pages++;
					}
				}
		expect(pages).toBeGreaterThan(190);
	});
});
