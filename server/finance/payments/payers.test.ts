import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssignmentSuggestion, Payer } from '#shared/contract/finance/payers.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { engines, makeTestApp, type TestApp } from '../../testing/app.ts';
import { type NewPayment, storePayments } from './store.ts';

const PHONE = '254712345678';
const HASH = createHash('sha256').update(PHONE).digest('hex');
const DAY = 86_400_000;
const START = Date.UTC(2026, 9, 1, 9);

describe.each(engines)('a payer (%s)', (engine) => {
	let site: TestApp;
	let made = 0;
	beforeAll(async () => {
		site = await makeTestApp(engine);
		const numbers = Array.from({ length: 51 }, (_, n) => `ACC-${n + 101}`);
		const accounts = [...numbers, 'KNEC-2027', 'NEVER-1234', 'LRN004512', 'ELEC-104', 'ASKED-123'];
		await site.call('POST', '/accounts', { accounts });
	});
	afterAll(() => site.close());

	const store = async (day: number, fields: Partial<NewPayment> = {}) => {
		const at = START + day * DAY + ++made;
		const payment: NewPayment = {
			origin: 'c2b',
			status: 'completed',
			amount: 1500,
			phone: PHONE,
			receipt: `UJ1${String(made).padStart(7, '0')}`,
			account_reference: 'KNEC-2026',
			paid_at: new Date(at).toISOString(),
			...fields,
		};
		const [row] = await site.database.write((trx) =>
			storePayments(trx, [[payment, at]], 'confirmation'),
		);
		return row as NonNullable<typeof row>;
	};
	const payerOf = async (id: string): Promise<Payer> =>
		(await site.call('GET', `/transactions/${id}/payer`)).body.data;
	const suggestionsFor = async (id: string): Promise<AssignmentSuggestion[]> =>
		(await site.call('GET', `/transactions/${id}/suggestions`)).body.data;
	const list = async (query: string): Promise<Transaction[]> => {
		const { body } = await site.call('GET', `/transactions?limit=100&${query}`);
		expect(body.data.total).toBe(body.data.data.length);
		return body.data.data;
	};
	const note = (id: string, what: string, body: object) =>
		site.call('POST', `/transactions/${id}/${what}`, { reason: 'The learner called', ...body });

	it('has the payments of an account, and all payments of a phone', async () => {
		const first = await store(0, { months: 1, start_date: '2026-10-01', end_date: '2026-11-01' });
		const second = await store(1, { payer_name: 'JANE' });
		const back = await store(2, { start_date: '2026-10-03', end_date: '2027-10-03' });
		const open = await store(3, { status: 'pending', origin: 'stk', receipt: null });
		const masked = await store(4, { phone: '25471****678' });
		const hashed = await store(5, { phone: HASH });
		await store(6, { phone: '254712345679' });
		await note(second.id, 'assignments', { account_reference: 'KNEC-2027', months: 3 });
		await note(back.id, 'adjustments', { kind: 'refund', amount: 1500, at: '2026-10-05' });
		const payer = await payerOf(first.id);
		expect(payer).toMatchObject({
			phone_number: PHONE,
			hidden: false,
			names: [],
			account: 'knec2026',
			completed: { count: 5, amount: 7500, adjusted: 1500 },
			open: [{ id: open.id }],
			notes: [{ kind: 'refund', amount: 1500, transaction: { id: back.id } }],
		});
		expect(payer.references).toEqual([{ account_reference: 'KNEC-2026', count: 5 }]);
		expect(await payerOf(second.id)).toMatchObject({
			account: 'knec2027',
			...{ names: ['JANE'], completed: { count: 1, amount: 1500 } },
			notes: [{ kind: 'assigned', account_reference: 'KNEC-2027', text: 'The learner called' }],
		});
		expect(payer.possible.map(({ phone_number }) => phone_number).sort()).toEqual(
			[masked.phone, HASH].sort(),
		);
		const ids = [open, back, second, first].map(({ id }) => id);
		for (const query of ['phone=0712%20345678', `payer=${second.id}`])
			expect((await list(query)).map(({ id }) => id)).toEqual(ids);
		expect((await list(`payer=${first.id}&status=pending`)).map(({ id }) => id)).toEqual([open.id]);
		// A till hides the payer, always in the same form.
		const other = await store(7, { phone: HASH });
		expect((await list(`payer=${hashed.id}`)).map(({ id }) => id)).toEqual([other.id, hashed.id]);
		expect(await payerOf(hashed.id)).toMatchObject({ hidden: true, completed: { count: 6 } });
		const csv = await site.call('GET', `/transactions/export.csv?payer=${hashed.id}`);
		expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(3);
	});

	it('sums the payments of its own account, not those of everyone with that masked phone', async () => {
		const phone = '25479****321';
		const own = await store(8, {
			phone,
			amount: 5800,
			account_reference: 'LRN-1',
			payer_name: 'ANN',
		});
		const other = { amount: 18450, account_reference: 'LRN-2', payer_name: 'BEN' };
		const theirs = await store(8, { ...other, phone: '2547 ***** 321' });
		expect(await payerOf(own.id)).toMatchObject({
			...{ names: ['ANN'], completed: { count: 1, amount: 5800 } },
			references: [{ account_reference: 'LRN-1', count: 1 }],
		});
		const others = await list(`payer=${own.id}&other_accounts=true`);
		expect(others.map(({ id }) => id)).toEqual([theirs.id]);
	});

	it('reports when there are more than 50 entries', async () => {
		const { id } = await store(8, { phone: '254733000111' });
		const assign = (n: number) => note(id, 'assignments', { account_reference: `ACC-${n + 100}` });
		for (let n = 1; n <= 50; n++) await assign(n);
		expect(await payerOf(id)).toMatchObject({ notes: { length: 50 }, more_notes: false });
		await assign(51);
		const { notes, more_notes } = await payerOf(id);
		expect([notes.length, notes[0]?.account_reference, more_notes]).toEqual([50, 'ACC-151', true]);
	});

	it('without a phone has one payment', async () => {
		const nameless = await store(8, { phone: null, account_reference: null });
		await store(9, { phone: null, account_reference: null });
		expect((await list(`payer=${nameless.id}`)).map(({ id }) => id)).toEqual([nameless.id]);
		expect((await payerOf(nameless.id)).completed.count).toBe(1);
		expect(await list('payer=nobody')).toEqual([]);
		expect((await site.call('GET', '/transactions/nobody/payer')).status).toBe(404);
		expect((await site.call('GET', '/transactions?phone=12')).body.fields.phone).toMatch(/Kenyan/);
		const viewer = await site.as('viewer');
		expect((await viewer.call('GET', `/transactions/${nameless.id}/payer`)).status).toBe(403);
	});

	it('gets account suggestions by similar references, phone and amount', async () => {
		const phone = '254722000111';
		await store(10, { phone, account_reference: 'LRN004512', months: 3 });
		for (let n = 0; n < 5; n++) await store(11, { phone: null, account_reference: 'ELEC-104' });
		await store(12, {
			origin: 'stk',
			status: 'failed',
			receipt: null,
			amount: 777,
			account_reference: 'ASKED-123',
			phone: null,
			months: 6,
		});
		const typed = await store(12, { phone, account_reference: 'EELC-14', amount: 777 });
		const found = await suggestionsFor(typed.id);
		expect(found.map(({ account_reference }) => account_reference)).toEqual([
			...['LRN004512', 'ELEC104', 'ASKED-123'],
		]);
		expect(found).toMatchObject(
			[
				{ months: 3, reasons: [/^The same phone paid for “LRN004512” on 11 Oct 2026\.$/] },
				{ reasons: [/^“EELC-14” differs from the account ELEC104 by one or two signs\.$/] },
				{
					months: 6,
					reasons: [/^KSh 777 were asked for “ASKED-123” on 13 Oct 2026, and not paid\.$/],
				},
			].map(({ reasons, ...rest }) => ({
				...rest,
				reasons: reasons.map((text) => expect.stringMatching(text)),
			})),
		);
		// Two swapped letters.
		const swapped = await store(13, { phone: null, account_reference: 'LNR004512' });
		expect((await suggestionsFor(swapped.id))[0]).toMatchObject({ account_reference: 'LRN004512' });
		await note(swapped.id, 'assignments', { account_reference: 'NEVER-1234' });
		const other = await store(14, { phone: null, account_reference: 'NEVR-1234' });
		expect((await suggestionsFor(other.id))[0]).toMatchObject({ account_reference: 'NEVER1234' });
		for (const account_reference of ['Acc LRN004512', 'A/C: lrn 004512.', '＃ＬＲＮ００４５１２']) {
			const inside = await store(15, { phone: null, account_reference, amount: 600 });
			const [first] = await suggestionsFor(inside.id);
			expect(first).toMatchObject({ id: `inside-${inside.id}`, account_reference: 'LRN004512' });
			const { body } = await note(inside.id, 'assignments', { reference_id: first?.id });
			expect(body.data).toMatchObject({ assigned_reference: 'LRN004512' });
		}
		const fees = await store(16, { phone: null, account_reference: 'School fees' });
		expect(await suggestionsFor(fees.id)).toEqual([]);
	});
});
