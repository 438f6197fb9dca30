import { beforeAll, expect, it } from 'vitest';
import { paymentAt, randomFrom } from '../features/payments/fixtures/payments.ts';
import { storePayments } from '../features/payments/store.ts';
import { listTransactions } from '../features/transactions/list.ts';
import { onEveryEngine } from '../test-app.ts';
import { findBroadly, findPayments, matchingBatches } from './payment-search.ts';

const AT = Date.parse('2026-01-05T06:00:00Z');
/** More than a search takes for a narrow one. */
const COUNT = 2_600;

onEveryEngine('a text that most payments have', (site) => {
	const search = {
		...{ terms: ['2547'], beginnings: [], conditions: [] },
		...{ from: 0, to: Number.MAX_SAFE_INTEGER },
	};
	let seqs: number[] = [];
	beforeAll(async () => {
		const random = randomFrom(3);
		const stored = await site().database.write((trx) =>
			storePayments(
				trx,
				Array.from({ length: COUNT }, (_, at) => [
					{ ...paymentAt(AT + at, random, 'pending'), phone: `2547${String(at).padStart(8, '0')}` },
					AT + at,
				]),
				'request',
			),
		);
		seqs = stored.map(({ seq }) => seq).sort((a, b) => b - a);
	});

	it('is found page by page, with its total', async () => {
		for (const offset of [0, 1_995, COUNT - 3, COUNT, 9_999]) {
			const { engine, read, aside } = site().database;
			const found = await findPayments(read, search, 10, offset);
			// On SQLite whoever asks is told to look aside.
			expect(found === undefined).toBe(engine === 'sqlite');
			expect(found ?? (await findBroadly(aside, search, 10, offset))).toEqual({
				seqs: seqs.slice(offset, offset + 10),
				total: COUNT,
			});
		}
	});

	it('is listed with its rows, as everything is', async () => {
		const list = await listTransactions(site().database, { search: '2547' }, 3, 25, AT);
		expect(list.total).toBe(COUNT);
		expect(list.data.map(({ phone_number }) => phone_number)).toEqual(
			Array.from({ length: 25 }, (_, n) => `2547${String(COUNT - 51 - n).padStart(8, '0')}`),
		);
	});

	it('is walked through from the newest to the oldest, in batches, whatever the pieces', async () => {
		for (const piece of [undefined, 250, 700, COUNT - 1, COUNT, COUNT + 1]) {
			const batches: number[][] = [];
			for await (const batch of matchingBatches(site().database, search, 250, piece))
				batches.push(batch);
			expect(batches.flat(), String(piece)).toEqual(seqs);
			expect(Math.max(...batches.map(({ length }) => length))).toBe(250);
		}
	});
});
