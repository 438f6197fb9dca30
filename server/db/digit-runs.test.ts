import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { paymentAt, randomFrom } from '../features/payments/fixtures/payments.ts';
import { type Payment, storePayments } from '../features/payments/store.ts';
import { onEveryEngine } from '../test-app.ts';
import { digitRuns } from './migrations/0010-digit-runs.ts';
import { findPayments } from './payment-search.ts';

const AT = Date.parse('2026-01-05T06:00:00Z');
const COUNT = 400;

onEveryEngine('digits in a row', (site) => {
	const random = randomFrom(29);
	const pick = <T>(items: readonly T[]) => items[random(items.length)] as T;
	const digits = (length: number) => Array.from({ length }, () => pick([...'0123459'])).join('');
	let n = 0;
	const unique = () => String(++n).padStart(4, '0');
	const kinds = {
		phone: () => pick([null, `2547${digits(8)}`, '2547 ***** 126', `x${digits(9)}`, digits(12)]),
		receipt: () =>
			pick([
				null,
				`UA${digits(4)}${unique()}`,
				`U${unique()}${digits(7)}`,
				`${digits(11)}${unique()}`,
			]),
		checkout_request_id: () =>
			pick([null, `ws_CO_${digits(17)}${unique()}`, `${unique()}é${digits(5)}-${digits(6)}`]),
		merchant_request_id: () => pick([null, `${digits(5)}-${unique()}${digits(4)}-1`, unique()]),
	};
	const fields = () =>
		Object.fromEntries(Object.entries(kinds).map(([name, make]) => [name, make()]));
	let rows: Payment[] = [];

	beforeAll(async () => {
		const { database } = site();
		await database.write((trx) =>
			storePayments(
				trx,
				Array.from({ length: COUNT }, (_, at) => [
					{ ...paymentAt(AT + at, random, 'pending'), ...fields() },
					AT + at,
				]),
				'request',
			),
		);
		// As payments are: their ids come, then their receipt, and some are taken away.
		const all = await database.read.selectFrom('payments').selectAll().execute();
		await database.write(async (trx) => {
			for (const { id } of all) {
				const step = random(5);
				const some = Object.entries(kinds).filter(() => random(2) === 0);
				const patch =
					step === 0
						? { receipt: kinds.receipt() }
						: Object.fromEntries(some.map(([name, make]) => [name, make()]));
				if (step === 1) await trx.deleteFrom('payments').where('id', '=', id).execute();
				else if (step < 4 && Object.keys(patch).length > 0)
					await trx.updateTable('payments').set(patch).where('id', '=', id).execute();
			}
		});
		rows = await database.read.selectFrom('payments').selectAll().orderBy('seq', 'desc').execute();
	});

	it('are in the index also of the payments that were there before it', async () => {
		if (site().engine === 'postgres') return;
		const { database } = site();
		const entries = async () => {
			const { rows: found } = await sql<{ term: string; doc: number }>`
				select term, doc from temp.digit_entries order by term, doc`.execute(database.single);
			return found;
		};
		await sql`create virtual table temp.digit_entries using fts5vocab (main, payments_digits_search, instance)`.execute(
			database.single,
		);
		const kept = await entries();
		for (const when of ['insert', 'delete', 'update'])
			await sql`drop trigger ${sql.ref(`payments_digits_search_${when}`)}`.execute(database.single);
		await sql`drop table temp.digit_entries`.execute(database.single);
		await sql`drop table payments_digits_search`.execute(database.single);
		await digitRuns('sqlite').up(database.single);
		await sql`create virtual table temp.digit_entries using fts5vocab (main, payments_digits_search, instance)`.execute(
			database.single,
		);
		expect(kept.length).toBeGreaterThan(1_000);
		expect(await entries()).toEqual(kept);
	});

	const textsOf = (row: Payment) =>
		[row.receipt, row.phone, row.checkout_request_id, row.merchant_request_id].flatMap((text) =>
			text === null ? [] : [text.toLowerCase()],
		);
	const whole = () => new Set(rows.flatMap(textsOf));

	it('are found wherever they are, and nothing else is', async () => {
		const everything = { beginnings: [], conditions: [], from: 0, to: Number.MAX_SAFE_INTEGER };
		const wholes = whole();
		const runs = rows.flatMap(textsOf).flatMap((text) => text.match(/\d{5,}/g) ?? []);
		const terms = runs.flatMap((run) => {
			const at = random(run.length - 4);
			const least = 5 + random(2);
			return [
				run.slice(at, at + least),
				run.slice(at),
				run.slice(0, least + random(run.length - 4)),
			];
		});
		let found = 0;
		for (const term of [...new Set([...terms, ...Array.from({ length: 100 }, () => digits(5))])]) {
			if (wholes.has(term)) continue;
			const expected = rows.filter((row) => textsOf(row).some((text) => text.includes(term)));
			const search = { ...everything, terms: [term] };
			const total = expected.length;
			expect({ term, ...(await findPayments(site().database.read, search, 1_000, 0)) }).toEqual({
				...{ term, total },
				seqs: expected.map(({ seq }) => seq),
			});
			found += total;
		}
		expect(found).toBeGreaterThan(1_000);
	});
});
