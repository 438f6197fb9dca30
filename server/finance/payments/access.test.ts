import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeAccountNumber } from '#shared/account.ts';
import { formatDay, getDayStart } from '#shared/east-africa-time.ts';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { adjust } from '../acts/adjustment.ts';
import { assign } from '../acts/assignment.ts';
import { takeBack } from '../acts/take-back.ts';
import { addDecision, endDecision, selectActive } from '../decisions/store.ts';
import { findRuns, type Period, readAccess } from './access.ts';
import { makeAccounts } from './accounts.ts';
import { isExistingAccount } from './existing-accounts.ts';
import { mergeInto } from './matching.ts';
import { getPayment, type NewPayment, storePayments } from './store.ts';
import { finishWork, startWork } from './unit-of-work.ts';
import { computeValidity } from './validity.ts';

const FIRST_DAY = 20_400;
const DAYS = 400;

/** Counts the days of access one by one: the open days, each with the last day of its run. */
const countDays = (periods: readonly Period[]) => {
	const open = new Map<number, number>();
	const addMonths = (day: number, months: number) => {
		const date = new Date(day * 86_400_000);
		const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
		const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
		return Date.UTC(year, month, Math.min(date.getUTCDate(), length)) / 86_400_000;
	};
	let [first, months, last] = [0, 0, -1];
	const end = FIRST_DAY + 2 * DAYS + 36 * 31 * 12;
	for (let day = FIRST_DAY - 1; day < end && (day <= last || day < FIRST_DAY + DAYS); day++) {
		for (const period of periods.filter((each) => each.first === day)) {
			if (day > last) [first, months] = [day, 0];
			months += period.months;
			last = addMonths(first, months);
		}
		if (day <= last) open.set(day, last);
	}
	// A later payment moves the end of days before it, but only its run's.
	return [...open].map(([day]) => day);
};

const period = fc.record({
	first: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + DAYS - 1 }),
	months: fc.integer({ min: 1, max: 12 }),
});

describe('the runs of access', () => {
	it('contain the days that a model counts one by one, in any order of the payments', () => {
		fc.assert(
			fc.property(fc.array(period, { maxLength: 8 }), (periods) => {
				const runs = findRuns(periods);
				const days = runs.flatMap(({ first, last }) =>
					Array.from({ length: last - first + 1 }, (_, n) => first + n),
				);
				expect(days).toEqual(countDays(periods));
				expect(findRuns(periods.toReversed())).toEqual(runs);
				for (const { first, months } of periods) {
					const { last: own } = findRuns([{ first, months }])[0] as { last: number };
					expect(runs.some((run) => run.first <= first && own <= run.last)).toBe(true);
				}
			}),
			{ numRuns: AT_LENGTH ? 10_000 : 200 },
		);
	});
});

/** A payment or grant, and what happens to it. */
const event = fc.record({
	kind: fc.constantFrom('stk', 'c2b', 'grant', 'merged'),
	day: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + DAYS - 1 }),
	months: fc.option(fc.integer({ min: 1, max: 6 })),
	typed: fc.nat(1),
	assigned: fc.option(
		fc.record({ to: fc.nat(1), months: fc.option(fc.integer({ min: 1, max: 6 })) }),
	),
	isTakenBack: fc.boolean(),
	returned: fc.constantFrom('nothing', 'part', 'all', 'withdrawn'),
});
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never;

const AMOUNT = 1_700;

onEveryEngine('the access of an account', (site) => {
	const now = getDayStart(FIRST_DAY + DAYS);
	let count = 0;
	const acting = (trx: Trx) => ({ trx, context: SYSTEM_CONTEXT, now });

	const insert = async (trx: Trx, one: Event, account: string, own: Partial<NewPayment> = {}) => {
		const at = getDayStart(one.day) + 9 * 3_600_000 + count++;
		const payment: NewPayment = {
			origin: one.kind === 'c2b' ? 'c2b' : 'stk',
			status: 'completed',
			amount: AMOUNT,
			account_reference: account,
			months: one.months,
			paid_at: new Date(at).toISOString(),
			...computeValidity(one.months, at),
			...own,
		};
		const [row] = await storePayments(trx, [[payment, at]], 'confirmation');
		return row?.id as string;
	};

	/** Merges a paybill payment, which may be assigned, into the request whose money it is. */
	const insertMerged = async (trx: Trx, one: Event, accounts: string[]) => {
		const account = accounts[one.typed] as string;
		const into = await insert(trx, one, account);
		const paybill = await insert(trx, one, account, { origin: 'c2b', months: null });
		if (one.assigned) await assignTo(trx, paybill, one.assigned, accounts);
		const work = startWork(trx, now);
		const cause = { messageId: null, at: now, context: SYSTEM_CONTEXT, kind: 'merged' as const };
		await mergeInto(work, await getPayment(trx, paybill), await getPayment(trx, into), cause);
		await finishWork(work);
		return into;
	};

	/** Assigns a payment, which only existing accounts can get. */
	const assignTo = async (
		trx: Trx,
		id: string,
		{ to, months }: NonNullable<Event['assigned']>,
		accounts: string[],
	) => {
		const account = accounts[to] as string;
		// As people type it.
		const account_reference = `${account.slice(0, 3)} ${account.slice(3, 6)}-${account.slice(6)}`;
		const isMade = await isExistingAccount(trx, account);
		const done = assign(acting(trx), id, { account_reference, months, reason: 'Test' });
		await (isMade ? done : expect(done).rejects.toMatchObject({ code: 'unknown_account' }));
	};

	const giveBack = async (trx: Trx, id: string, { returned, day }: Event) => {
		if (returned === 'nothing') return;
		const amount = returned === 'part' ? AMOUNT - 1 : AMOUNT;
		const at = formatDay(day);
		await adjust(acting(trx), id, { kind: 'reversal', amount, at, reason: 'Test' });
		if (returned !== 'withdrawn') return;
		const decision = await selectActive(trx)
			.where('d.payment_id', '=', id)
			.where('d.what', '=', 'reversal')
			.executeTakeFirstOrThrow();
		await takeBack(acting(trx), decision.id, 'Test');
	};

	const happen = async (trx: Trx, one: Event, accounts: string[]) => {
		if (one.kind === 'grant') {
			const about = { kind: 'account', id: accounts[one.typed] as string } as const;
			const on = { ...acting(trx), now: getDayStart(one.day) };
			const months = one.months ?? 1;
			const id = await addDecision(on, { about, what: 'grant', months, reason: 'Test' });
			if (one.isTakenBack) await endDecision(on, id, 'Test');
			return;
		}
		const isMerged = one.kind === 'merged';
		const id = isMerged
			? await insertMerged(trx, one, accounts)
			: await insert(trx, one, accounts[one.typed] as string);
		if (one.assigned && !isMerged) await assignTo(trx, id, one.assigned, accounts);
		const { assignment_id: assignment } = await getPayment(trx, id);
		if (assignment !== null && one.isTakenBack) await takeBack(acting(trx), assignment, 'Test');
		await giveBack(trx, id, one);
	};

	/** Returns the account and the months of an event by the rules, without looking at tables. */
	const readEvent = (
		{ kind, typed, months, assigned, isTakenBack, returned }: Event,
		existing: readonly boolean[],
	) => {
		if (kind === 'grant') return { to: typed, months: isTakenBack ? null : (months ?? 1) };
		const own = assigned && existing[assigned.to] && !isTakenBack ? assigned : null;
		const isIdle = own === null && kind !== 'c2b' && !existing[typed];
		const isNothing = returned === 'all' || isIdle;
		return { to: own?.to ?? typed, months: isNothing ? null : (own?.months ?? months) };
	};
	const periodsOf = (
		events: readonly Event[],
		index: number,
		existing: readonly boolean[],
	): Period[] =>
		events.flatMap((one) => {
			const { to, months } = readEvent(one, existing);
			return to === index && months !== null ? [{ first: one.day, months }] : [];
		});

	const expectDay = async (account: string, day: number, days: ReadonlySet<number>) => {
		const end = getDayStart(day) + 86_399_999;
		const { open, until } = await readAccess(site().database.read, account, end);
		expect(open).toBe(days.has(day));
		if (!open || until === null) return;
		expect(until >= formatDay(day)).toBe(true);
		let last = day;
		while (days.has(last + 1)) last++;
		// A second run may begin on the day after the first has ended.
		expect(until <= formatDay(last)).toBe(true);
	};

	// Random ones would meet after some thousands: an account of two histories has the days of both.
	let issued = 0;
	const nextAccount = () => makeAccountNumber((issued++ + 0.5) / 50_000_000);

	it('equals a model that counts days, after any history', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(event, { minLength: 1, maxLength: 6 }),
				fc.array(fc.nat(DAYS + 200), { minLength: 3, maxLength: 3 }),
				fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
				async (events, offsets, existing) => {
					const accounts = [nextAccount(), nextAccount()];
					await site().database.write(async (trx) => {
						const made = accounts.filter((_, index) => existing[index]);
						await makeAccounts(acting(trx), made);
						for (const one of events) await happen(trx, one, accounts);
					});
					for (const [index, account] of accounts.entries()) {
						const days = new Set(countDays(periodsOf(events, index, existing)));
						for (const offset of offsets) await expectDay(account, FIRST_DAY + offset, days);
					}
				},
			),
			{ numRuns: AT_LENGTH ? 3_000 : 60 },
		);
	}, 3_600_000);
});
