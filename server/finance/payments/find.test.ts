import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { FOUND_MAX } from '#shared/contract/finance/transactions.ts';
import { createRandom } from '../../cli/sample-payments.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { paymentAt } from './fixtures/payments.ts';
import { type Payment, storePayments } from './store.ts';

const AT = Date.parse('2026-01-05T06:00:00Z');
const COUNT = FOUND_MAX + 300;

onEveryEngine('a search with very many matches', (site) => {
	let rows: Payment[] = [];
	beforeAll(async () => {
		const random = createRandom(3);
		rows = (
			await site().database.write((trx) =>
				storePayments(
					trx,
					Array.from({ length: COUNT }, (_, at) => [
						{
							...paymentAt(AT + at, random, at % 40 === 0 ? 'failed' : 'pending'),
							phone: `2547${String(at).padStart(8, '0')}`,
							payer_name: at < 50 ? 'MARY ACHIENG' : null,
							// A reference of later payments that shares digits with phones.
							...(at >= FOUND_MAX && { account_reference: 'UF70000' }),
						},
						AT + at,
					]),
					'request',
				),
			)
		).sort((a, b) => b.seq - a.seq);
		if (site().engine === 'postgres') await sql`analyze payments`.execute(site().database.single);
	});

	const list = async (query: string) =>
		(await site().call('GET', `/transactions?${query}`)).body.data;

	it('counts up to ten thousand and says that there are more', async () => {
		for (const search of ['2547', '25']) {
			const first = await list(`limit=100&search=${search}`);
			expect({ ...first, data: first.data.map(({ id }: Payment) => id) }).toEqual({
				data: rows.slice(0, 100).map(({ id }) => id),
				total: FOUND_MAX,
				more: true,
			});
			const last = await list(`limit=100&search=${search}&page=100`);
			expect(last.data.map(({ id }: Payment) => id)).toEqual(
				rows.slice(FOUND_MAX - 100, FOUND_MAX).map(({ id }) => id),
			);
			expect(await list(`limit=100&search=${search}&page=101`)).toEqual({
				data: [],
				total: FOUND_MAX,
				more: true,
			});
		}
		expect(await list('')).toMatchObject({ total: COUNT });
		expect(await list('')).not.toHaveProperty('more');
	});

	it('is found within filters', async () => {
		for (const [search, has] of [
			['2547', () => true],
			['achieng', ({ payer_name }) => payer_name !== null],
			['zzyzx', () => false],
		] as [string, (payment: Payment) => boolean][])
			for (const status of [undefined, 'failed']) {
				const expected = rows.filter((row) => has(row) && (!status || row.status === status));
				const query = `search=${search}${status ? `&status=${status}` : ''}&limit=10&page=2`;
				const { data, ...count } = await list(query);
				expect({ query, ...count, ids: data.map(({ id }: Payment) => id) }).toEqual({
					query,
					ids: expected.slice(10, 20).map(({ id }) => id),
					total: Math.min(expected.length, FOUND_MAX),
					...(expected.length > FOUND_MAX && { more: true }),
				});
			}
	});
});
