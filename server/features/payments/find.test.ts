import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { FOUND_MAX } from '#shared/contract/transactions.ts';
import { onEveryEngine } from '../../test-app.ts';
import { paymentAt } from './fixtures/payments.ts';
import { randomFrom } from './sample.ts';
import { findPayments } from './search.ts';
import { type Payment, storePayments } from './store.ts';

const AT = Date.parse('2026-01-05T06:00:00Z');
const COUNT = FOUND_MAX + 300;

onEveryEngine('a text that very many payments have', (site) => {
	const everywhere = { from: 0, to: Number.MAX_SAFE_INTEGER };
	let rows: Payment[] = [];
	beforeAll(async () => {
		const random = randomFrom(3);
		rows = (
			await site().database.write((trx) =>
				storePayments(
					trx,
					Array.from({ length: COUNT }, (_, at) => [
						{
							...paymentAt(AT + at, random, at % 40 === 0 ? 'failed' : 'pending'),
							phone: `2547${String(at).padStart(8, '0')}`,
							payer_name: at < 50 ? 'MARY ACHIENG' : null,
							// As much of a phone as the index is asked for, where none is.
							...(at >= FOUND_MAX && { account_reference: 'UF70000' }),
						},
						AT + at,
					]),
					'request',
				),
			)
		).sort((a, b) => b.seq - a.seq);
		if (site().engine === 'postgres') await sql`analyze payments`.execute(site().database.single);
	}, 60_000);

	const list = async (query: string) =>
		(await site().call('GET', `/transactions?limit=100&${query}`)).body.data;

	it('counts up to ten thousand and says that there are more', async () => {
		for (const search of ['2547', '25']) {
			const first = await list(`search=${search}`);
			expect({ ...first, data: first.data.map(({ id }: Payment) => id) }).toEqual({
				data: rows.slice(0, 100).map(({ id }) => id),
				total: FOUND_MAX,
				more: true,
			});
			const last = await list(`search=${search}&page=100`);
			expect(last.data.map(({ id }: Payment) => id)).toEqual(
				rows.slice(FOUND_MAX - 100, FOUND_MAX).map(({ id }) => id),
			);
			expect(await list(`search=${search}&page=101`)).toEqual({
				data: [],
				total: FOUND_MAX,
				more: true,
			});
		}
		expect(await list('')).toMatchObject({ total: COUNT });
		expect(await list('')).not.toHaveProperty('more');
	});

	it('is exported whole', async () => {
		for (const search of ['2547', '25']) {
			const csv = await site().call('GET', `/transactions/export.csv?search=${search}`);
			expect(csv.headers).not.toHaveProperty('x-total-count');
			expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(1 + COUNT);
		}
	});

	it('is found within filters, whichever way is the shorter', async () => {
		const failed = sql<boolean>`payments.status = 'failed'`;
		const [low, high] = [rows[9_000]?.seq ?? 0, rows[200]?.seq ?? 0];
		const searches = [['2547'], ['achieng'], ['mary achieng', '25470000'], ['nobody']].flatMap(
			(terms) =>
				[[], [failed]].flatMap((conditions) =>
					[everywhere, { from: low, to: high }].map((places) => ({ terms, conditions, ...places })),
				),
		);
		for (const { terms, conditions, from, to } of searches) {
			const expected = rows.filter(
				({ seq, status, phone, payer_name }) =>
					terms.some((term) => `${phone}\n${payer_name?.toLowerCase()}`.includes(term)) &&
					(conditions.length === 0 || status === 'failed') &&
					seq >= from &&
					seq < to,
			);
			const alternatives = terms.map((term) => ({ parts: [term] }));
			const none = { beginnings: [], wholes: [] };
			const search = { alternatives, ...none, conditions, from, to, hides: false };
			const page = { limit: 10, offset: 3 };
			const found = await findPayments(site().database.read, search, page);
			expect({ terms, from, to, ...found }).toEqual({
				terms,
				from,
				to,
				seqs: expected.slice(3, 13).map(({ seq }) => seq),
				total: Math.min(expected.length, FOUND_MAX),
				...(expected.length > FOUND_MAX && { more: true }),
			});
		}
	});
});
