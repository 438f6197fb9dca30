import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccountNumber, toAccountKey } from '#shared/account.ts';
import type { StaffAccess } from '#shared/contract/finance/accounts.ts';
import { addMonths, formatDay, toDayNumber } from '#shared/east-africa-time.ts';
import { AT_LENGTH, SEED } from '../../../tests/faults/length.ts';
import { buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { createRandom } from '../../cli/sample-payments.ts';
import { storePayments } from '../../finance/payments/store.ts';
import { computeValidity } from '../../finance/payments/validity.ts';
import { engines } from '../../testing/app.ts';
import { type Learners, openLearners } from './fixtures/learners.ts';

const REFERENCES = AT_LENGTH ? 1_000 : 90;
const PAYMENTS = AT_LENGTH ? 100_000 : 1_000;
const DAY_MS = 86_400_000;

describe.each(engines)(`accounts at length, seed ${SEED} (%s)`, (engine) => {
	const random = createRandom(SEED);
	const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
	let learners: Learners;
	let desk: Learners['desk'];
	beforeAll(async () => {
		learners = await openLearners(engine);
		({ desk } = learners);
	});
	afterAll(() => desk.close());

	it('stay closed whatever others type as the account', async () => {
		const owners: Awaited<ReturnType<Learners['device']>>[] = [];
		for (let n = 0; n < 5; n++) owners.push(await learners.device());
		const accounts = owners.map(({ account }) => account);
		const spread = (text: string) => [...text].join(pick(['', ' ', '-']));
		const changeDigit = (account: string) => {
			const at = random(9);
			const digit = String((Number(account[at]) + 1 + random(9)) % 10);
			return account.slice(0, at) + digit + account.slice(at + 1);
		};
		const forms: (() => string)[] = [
			() => pick(['fees', 'FEES', 'School fees', 'KNEC', 'exam', '', ' ', '0', '-']),
			() => pick(['Jane Wanjiku', 'JANE  WANJIKU', 'kamau', 'Otieno O.', "Ng'ang'a"]),
			() => `${pick(['07', '7', '2547', '+254 7'])}${String(random(10 ** 8)).padStart(8, '0')}`,
			() => spread(changeDigit(pick(accounts))),
			() => pick(accounts).slice(0, 8),
			() => `${pick(accounts)}${random(10)}`,
			() => `${pick(accounts)} ${pick(['Jane', 'fees', 'acc'])}`,
			() => `Acc ${pick(accounts)}`,
			() => `UF${random(1_000_000)}`,
		];
		const typed = Array.from({ length: REFERENCES }, (_, n) => forms[n % forms.length]?.() ?? '');
		for (const [n, reference] of typed.entries()) {
			expect(accounts).not.toContain(toAccountKey(reference));
			const receipt = `UKRA${String(n).padStart(6, '0')}`;
			const paid = { receipt, amount: 600, at: Date.now(), phone: '254712345678', reference };
			expect(await desk.deliver('c2b', buildConfirmation(paid))).toBe(200);
		}
		await desk.settled();
		for (const { access } of owners)
			expect(await access()).toMatchObject({ open: false, until: null, payments: [] });
		// A wrong digit is a payment that waits for a person, not one of a stranger.
		const [first] = accounts as [string];
		const wrong = `${first.slice(0, 8)}${(Number(first[8]) + 1) % 10}`;
		await learners.payByHand(wrong);
		const { body } = await desk.call('GET', `/accounts/${wrong}`);
		expect(body.data).toMatchObject({ open: false, payments: [{ why: 'unassigned' }] });
	}, 1_200_000);

	it('answer callers whose access ended, was given back, or whose device was signed out', async () => {
		const ended = await learners.device();
		await learners.payByHand(ended.account);
		learners.clock.offset += 40 * DAY_MS;
		const [reversed, signedOut] = [await learners.device(), await learners.device()];
		const id = await learners.findId(await learners.payByHand(reversed.account));
		const at = new Date(Date.now() + learners.clock.offset).toISOString();
		const back = { kind: 'reversal', amount: 600, at, reason: 'Test' };
		expect((await desk.call('POST', `/transactions/${id}/adjustments`, back)).status).toBe(201);
		await learners.payByHand(signedOut.account);
		await desk.call('DELETE', `/accounts/${signedOut.account}/devices`);
		const sent = { phone_number: '0712345678', months: 7 };
		const claim = { phone_number: sent.phone_number, receipt: 'UKLA999999' };
		for (const [method, path, body, statuses] of [
			['GET', '/catalogue', undefined, [200, 200, 200]],
			['GET', '/access', undefined, [200, 200, 401]],
			['GET', `/files/${learners.premium}`, undefined, [402, 402, 401]],
			['POST', '/payments', sent, [422, 422, 401]],
			['POST', '/claims', claim, [404, 404, 401]],
		] as const) {
			const answers = [ended, reversed, signedOut].map(({ call }) => call(method, path, body));
			const seen = (await Promise.all(answers)).map(({ status }) => status);
			expect(seen, path).toEqual(statuses);
		}
		// The receipt of a payment that was given back signs nobody in.
		const receipt = (await desk.call('GET', `/accounts/${reversed.account}`)).body.data.payments[0]
			.receipt;
		const again = { account: reversed.account, receipt };
		expect((await desk.anyone('POST', '/v1/devices', again)).status).toBe(404);
	});

	it(`agree for the desk and the app among ${PAYMENTS} payments`, async () => {
		const start = Date.now() - 300 * DAY_MS;
		const accounts = Array.from({ length: PAYMENTS / 50 }, (_, n) =>
			makeAccountNumber(n / (PAYMENTS / 50)),
		);
		const first = new Map<string, number>();
		for (let from = 0; from < PAYMENTS; from += 1_000) {
			const rows = Array.from({ length: 1_000 }, (_, n) => {
				const at = start + (from + n) * ((300 * DAY_MS) / PAYMENTS);
				// One account has many payments.
				const account = n % 20 === 0 ? (accounts[0] as string) : pick(accounts);
				if (!first.has(account)) first.set(account, at);
				const known = { origin: 'stk', status: 'completed', amount: 600, months: 1 } as const;
				const more = { account_reference: account, paid_at: new Date(at).toISOString() };
				return [{ ...known, ...more, ...computeValidity(1, at) }, at] as [typeof known, number];
			});
			await desk.database.write((trx) => storePayments(trx, rows, 'sample'));
		}
		const times: number[] = [];
		for (const account of [accounts[0] as string, ...first.keys()].slice(0, 2_000)) {
			const began = performance.now();
			const staff: StaffAccess = (await desk.call('GET', `/accounts/${account}`)).body.data;
			times.push(performance.now() - began);
			const { receipt } = await desk.database.read
				.selectFrom('payments')
				.select(({ fn }) => fn.countAll<number>().as('receipt'))
				.where('account', '=', account)
				.executeTakeFirstOrThrow();
			expect(staff.payments).toHaveLength(Math.min(50, Number(receipt)));
			const { body } = await desk.anyone('POST', '/v1/devices', {});
			// The device of the account itself, without a proof.
			await desk.database.write((trx) =>
				trx
					.updateTable('learner_devices')
					.set({ account })
					.where('account', '=', body.data.account)
					.execute(),
			);
			const app = await learners.withToken(body.data).access();
			const { devices: _d, missing: _m, payments, ...rest } = staff;
			expect(app).toEqual({
				...rest,
				payments: payments.map(({ receipt: _r, transaction_id: _t, id: _i, ...entry }) => entry),
			});
			const only = payments.length === 1 && toDayNumber(first.get(account) ?? 0);
			if (only) expect(staff.until).toBe(formatDay(addMonths(only, 1)));
		}
		times.sort((a, b) => a - b);
		const [middle, last] = [times[times.length >> 1], times.at(-1)] as [number, number];
		console.warn(`${PAYMENTS} payments: ${middle.toFixed(1)} ms, at most ${last.toFixed(1)} ms`);
		// The short run shares the machine with all other tests.
		if (AT_LENGTH) expect(middle).toBeLessThan(50);
	}, 1_800_000);
});
