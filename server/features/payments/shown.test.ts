import { expect, it } from 'vitest';
import { onEveryEngine } from '../../test-app.ts';
import { manyPayments } from './fixtures/many-payments.ts';
import { listTransactions, matchPayments } from './list.ts';
import { randomFrom } from './sample.ts';
import type { Payment } from './store.ts';

const READING = { now: Date.now(), hides: true };

const BETWEEN = /[\s().+-]/g;
const NINE = /[0-9]{9}/;

const or = (value: string | null) => value ?? '';
const withoutNumbers = (text: string) => (NINE.test(text.replace(BETWEEN, '')) ? '' : text);
const phoneParts = (phone: string) => {
	if (/^[\da-f]{64}$/.test(phone)) return phone.slice(-3);
	if (!/^254\d{9}$/.test(phone)) return phone;
	return [phone.slice(0, 6), `0${phone.slice(3, 6)}`, phone.slice(-3)].join('\n');
};
const checkoutPart = (id: string) =>
	id.length >= 29 && /[17]\d{8}$/.test(id) ? id.slice(0, -9) : id;

/** What of a payment people may look for, told beside SQL. */
const shownOf = (payment: Payment) =>
	[
		or(payment.receipt),
		phoneParts(or(payment.phone)),
		checkoutPart(or(payment.checkout_request_id)),
		or(payment.merchant_request_id),
		withoutNumbers(or(payment.account_reference)),
		withoutNumbers(or(payment.payer_name)),
	].join('\n');

onEveryEngine('a search where phones are masked', (site) => {
	const { payments, list, textOf } = manyPayments(site);

	const found = async (search: string) => {
		const page = { limit: 1_000, offset: 0 };
		const { data } = await listTransactions(site().database.read, { search }, page, READING);
		return data.map(({ id }) => id);
	};
	/** Finds payments as an export does. */
	const exported = async (search: string) => {
		const matching = await matchPayments(site().database.read, { search }, READING);
		return (await matching.select('id').orderBy('seq', 'desc').execute()).map(({ id }) => id);
	};

	it('finds by what is shown alone, any part of it', async () => {
		const random = randomFrom(23);
		const parts = Array.from({ length: 150 }, () => {
			const field =
				textOf(payments[random(payments.length)] as Payment).split('\n')[random(6)] ?? '';
			const at = random(Math.max(1, field.length - 4));
			return field.slice(at, at + 3 + random(5)).trim();
		}).filter((part) => part.length >= 3 && !/^(0|[\d+]*-[\d-]*$)/.test(part));
		expect(parts.length).toBeGreaterThan(50);
		for (const part of parts) {
			const expected = payments
				.filter(
					(payment) =>
						shownOf(payment).toLowerCase().includes(part) || String(payment.amount) === part,
				)
				.map(({ id }) => id);
			for (const ids of [await found(part), await exported(part)])
				expect([part, ids]).toEqual([part, expected]);
		}
	});

	it('finds by no digit that is hidden, until all of them are there', async () => {
		const paid = payments.find(({ phone }) => /^254\d{9}$/.test(phone ?? '')) as Payment;
		const phone = paid.phone as string;
		const has = async (typed: string) => (await found(typed)).includes(paid.id);
		const [head, tail] = [phone.slice(3, 6), phone.slice(9)];
		const whole = [phone, `0${phone.slice(3)}`, `+254 ${head} ${phone.slice(6)}`];
		for (const shown of [`0${head}`, `254${head}`, head, tail, `0${head} ••• ${tail}`, ...whole])
			expect([shown, await has(shown)]).toEqual([shown, true]);
		// What else the payment has may hold the same digits.
		const others = shownOf({ ...paid, phone: null });
		const parts = Array.from({ length: 9 }, (_, from) =>
			Array.from({ length: 6 }, (__, more) => phone.slice(from, Math.max(7, from + 3 + more))),
		).flat();
		for (const part of parts.filter((text) => text.length < 9 && !others.includes(text)))
			expect([part, await has(part)]).toEqual([part, false]);
	});

	it('finds by the reference that a person gave, and by the one that it had', async () => {
		const { id, account_reference: typed } = payments.find(
			({ status, account_reference }) => status === 'completed' && account_reference !== null,
		) as Payment;
		const assign = (account_reference: string) =>
			site().call('POST', `/transactions/${id}/assignments`, { account_reference, reason: 'Typo' });
		for (const reference of ['Zed-4711', 'Zed-4712'])
			expect((await assign(reference)).status).toBe(201);
		for (const search of ['zed-4711', 'ED-471', 'Zed-4712', typed as string]) {
			expect([search, (await list({ search })).ids.includes(id)]).toEqual([search, true]);
		}
		expect(await list({ search: 'zed-4711', status: 'failed' })).toMatchObject({ total: 0 });
		const csv = await site().call('GET', '/transactions/export.csv?search=zed-4711');
		expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(2);
		expect(await exported('zed-4711')).toEqual(await found('zed-4711'));
		const palette = (await site().call('GET', '/search?q=zed-4712')).body.data.groups;
		expect(palette).toMatchObject([{ kind: 'payments', total: 1, items: [{ id }] }]);
	});
});
