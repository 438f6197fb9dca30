import { expect, it } from 'vitest';
import type { PeriodChange } from '#shared/contract/finance/periods.ts';
import { engines } from '../../testing/app.ts';
import { csvOf, orgRows } from '../mpesa/fixtures/statements.ts';
import { storePayments } from '../payments/store.ts';
import { complete, lockPayment } from '../payments/transitions.ts';
import { finishWork, makeMpesaContext, startWork } from '../payments/unit-of-work.ts';
import { paid, receiptOf, sendStatement, whole } from '../reconciliation/fixtures/desk.ts';
import { ORG } from '../reconciliation/fixtures/october.ts';
import { MONTH, makeClosable } from './fixtures/closable.ts';
import { expectParts, listRows } from './fixtures/parts.ts';

it.each(engines)(
	'every change inside a closed month is a line, also if the sums cancel out (%s)',
	async (engine) => {
		const { call, clock, movements, at, take, lineOf, store, pack, site, close } =
			await makeClosable(engine);
		await take(movements);
		await call('POST', `${MONTH}/close`, {});
		expect((await call('GET', '/periods/closed')).body.data).toEqual(['2026-10']);
		clock.now += 60_000;

		const { id } = (await lineOf(receiptOf(0))).transaction;
		const refund = { kind: 'refund', amount: 300, at: '2026-10-20', reason: 'Left the course' };
		const written = { as: 'test', reason: 'Our own test' };
		for (const [path, body] of [
			['adjustments', refund],
			['write-off', written],
		] as const) {
			const answer = await call('POST', `/transactions/${id}/${path}`, body);
			expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
			const made = (await call('GET', `/transactions/${id}/decisions`)).body.data.at(-1);
			if (path === 'adjustments') {
				// The row that makes the figure: a refund that no line shows.
				const rows = await listRows(site, '?month=2026-10&state=returned');
				expect(rows).toMatchObject([{ of: 'note', withdrawn: 300, state: 'returned' }]);
				expect(rows[0]?.reason).toMatch(/^Refund of KSh 300 of receipt .*: Left the course$/);
			}
			await expectParts(site, '2026-10');
			await call('DELETE', `/decisions/${made.id}`, { reason: 'By mistake' });
		}
		const detail = await expectParts(site, '2026-10');
		expect(detail.since).toMatchObject({ in: 0, out: 0, books: 0, returned: 0 });
		const texts = detail.changed_since.map(({ text, amount }) => [text, amount]);
		expect(texts.toSorted()).toEqual(
			[
				['Refund: Left the course', -300],
				['Taken back: Refund: By mistake', 300],
				[`Written off, ${receiptOf(0)}: Our own test`, -1000],
				[`Taken back, ${receiptOf(0)}: By mistake`, 1000],
			].toSorted(),
		);
		const times = detail.changed_since.map((change) => change.at);
		expect(times).toEqual(times.toSorted().reverse());
		const changes: PeriodChange[] = detail.changed_since;
		expect(changes.every(({ by }) => by.length > 0)).toBe(true);
		const [month] = (await call('GET', '/periods?before=2026-11')).body.data;
		const [onDashboard] = (await call('GET', '/statistics/trends')).body.data.changed_months;
		const desk = (await call('GET', '/reconciliation?month=2026-10')).body.data.period;
		for (const shown of [month.since, onDashboard, desk.since])
			expect(shown.changes).toEqual(changes);
		expect((await pack()).changes).toEqual(changes);

		// An import says which closed months its new lines change.
		const late = [...movements, { receipt: receiptOf(8), at: at(8), paidIn: 1008 }];
		const looked = (some: typeof late) =>
			sendStatement(site, 'late.csv', csvOf(orgRows(whole(some))), '?dry_run=true');
		expect((await looked(movements)).body.data.closed_months).toEqual([]);
		expect((await looked(late)).body.data.closed_months).toEqual(['2026-10']);
		const taken = await take(late, `2 ${ORG}`);
		await call('DELETE', `/statements/${taken.body.data.id}`, { reason: 'Wrong file' });

		await store(5);
		expect((await expectParts(site, '2026-10')).changed_since).toContainEqual(
			expect.objectContaining({ text: `Removed “2 ${ORG}”: Wrong file`, amount: null }),
		);
		await close();
	},
);

it.each(engines)(
	'a payment that a query completes without a time is a change (%s)',
	async (engine) => {
		const { call, clock, movements, at, take, site, close } = await makeClosable(engine);
		await take(movements);
		const [unpaid] = paid(null, at(6), 1234);
		const pending = { ...unpaid, status: 'pending' as const, result_code: null, paid_at: null };
		const [{ id = '' } = {}] = await site.database.write((trx) =>
			storePayments(trx, [[pending, at(6)]], 'request'),
		);
		expect((await call('POST', `${MONTH}/close`, {})).status).toBe(200);
		clock.now += 60_000;
		await site.database.write(async (trx) => {
			const work = startWork(trx, clock.now);
			const payment = await lockPayment(trx, 'id', id);
			const cause = { messageId: null, at: clock.now, context: makeMpesaContext(null) };
			const result = { code: '0', text: null, amount: null, receipt: null, paidAt: null };
			if (payment) await complete(work, payment, result, { ...cause, kind: 'query' });
			await finishWork(work);
		});
		const { since, changed_since } = (await call('GET', MONTH)).body.data;
		expect(since.books).toBe(1234);
		expect(changed_since).toMatchObject([
			{ by: 'M-Pesa', text: 'Payment of KSh 1,234 arrived', amount: 1234 },
		]);
		await close();
	},
);
