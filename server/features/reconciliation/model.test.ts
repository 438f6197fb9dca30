import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
	csvOf,
	type Movement,
	newerName,
	newerRows,
	orgRows,
	xlsxOf,
} from '../../mpesa/fixtures/statements.ts';
import { engines } from '../../test-app.ts';
import { type NewPayment, storePayments } from '../payments/store.ts';
import { openDesk, paid, sendStatement } from './fixtures/desk.ts';

const DAY = 86_400_000;
const RUNS = Number(process.env.RECONCILIATION_RUNS ?? 8);
const YEAR = 2027;

/** What can become of money, and what our books have of it when it does. */
const fates = {
	booked: { line: true, books: 0 },
	withCharge: { line: true, books: 0, charge: true },
	mistyped: { line: true, books: 50 },
	lost: { line: true, books: undefined },
	unheardOf: { line: false, books: 0 },
	swept: { line: false, books: undefined, sweep: true },
} as const;
type Fate = keyof typeof fates;

const money = fc.record({
	fate: fc.constantFrom(...(Object.keys(fates) as Fate[])),
	amount: fc.integer({ min: 1, max: 3000 }),
	second: fc.integer({ min: 0, max: (28 * DAY) / 1000 - 1 }),
});
type Money = typeof money extends fc.Arbitrary<infer One> ? One : never;
const monthOf = fc.record({
	moneys: fc.array(money, { maxLength: 60 }),
	cuts: fc.tuple(fc.nat(60), fc.nat(60)),
	newer: fc.boolean(),
});

const SWEEP = 'Utility Account to Organization Settlement Account';

/** The truth of a month: what the portal has of it, what our books have, and what that leaves open. */
const truthOf = (moneys: readonly Money[], from: number, first: number) => {
	const movements: Movement[] = [];
	const books: [NewPayment, number][] = [];
	const open = { unexplained: 0, difference: 0 };
	const sorted = moneys.toSorted((one, other) => one.second - other.second);
	for (const [n, { fate, amount, second }] of sorted.entries()) {
		const { line, books: typed, ...besides } = fates[fate];
		const [receipt, at] = [`UJ${String(first + n).padStart(8, '0')}`, from + second * 1000];
		if (line) movements.push({ receipt, at, paidIn: amount });
		if ('charge' in besides) movements.push({ receipt, at, withdrawn: 1, what: 'Pay Bill Charge' });
		if ('sweep' in besides) movements.push({ receipt, at, withdrawn: amount, what: SWEEP });
		if (typed !== undefined) books.push(paid(receipt, at, amount + typed));
		const apart = (line ? amount : 0) - (typed === undefined ? 0 : amount + typed);
		open.difference += apart;
		open.unexplained += Math.abs(apart);
	}
	return { movements, books, open };
};

const movedBy = (movements: readonly Movement[]) =>
	movements.reduce((sum, { paidIn = 0, withdrawn = 0 }) => sum + paidIn - withdrawn, 0);

it.each(engines)(
	'unexplained is what a small model leaves open, in any month and pieces (%s)',
	async (engine) => {
		const site = await openDesk(engine, Date.UTC(YEAR + 60, 0, 1), []);
		let n = 0;
		await fc.assert(
			fc.asyncProperty(monthOf, async ({ moneys, cuts, newer }) => {
				const month = n++;
				const from = Date.UTC(YEAR, month, 1) - 3 * 3_600_000;
				const { movements, books, open } = truthOf(moneys, from, month * 1000);
				await site.database.write((trx) => storePayments(trx, books, 'callback'));
				// Overlapping pieces, the later one first, each of another template.
				const [start, end] = [Math.min(...cuts), Math.max(...cuts)];
				const pieces = [movements.slice(start), movements.slice(0, end)];
				for (const [at, part] of pieces.entries()) {
					const opening = at === 0 ? movedBy(movements.slice(0, start)) : 0;
					const statement = { opening, from, to: from + 28 * DAY, movements: part };
					const [name, file] =
						newer === (at === 0) && part.length > 0
							? [newerName(statement), csvOf(newerRows(statement))]
							: ['a.xlsx', xlsxOf(orgRows(statement))];
					const { status, body } = await sendStatement(site, name, file);
					expect([200, 201], JSON.stringify(body)).toContain(status);
				}
				const text = new Date(Date.UTC(YEAR, month, 1)).toISOString().slice(0, 7);
				const { body } = await site.call('GET', `/reconciliation?month=${text}`);
				expect(body.data).toMatchObject({ ...open, explained: 0 });
			}),
			{ numRuns: RUNS, endOnFailure: true },
		);
		await site.close();
	},
	60_000 + RUNS * 2_000,
);
