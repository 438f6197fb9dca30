import { describe, expect, it } from 'vitest';
import { someEngines } from '../../testing/app.ts';
import {
	csvOf,
	newerName,
	newerRows,
	orgRows,
	type StatementFixture,
} from '../mpesa/fixtures/statements.ts';
import { storePayments } from '../payments/store.ts';
import { openDesk, paid, receiptOf, sendStatement } from './fixtures/desk.ts';
import { DAY, END, ORG, START } from './fixtures/october.ts';

const at = (day: number, hour = 9) => START + day * DAY + hour * 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Returns a payment on every second day of a range, starting from an opening balance. */
const daysOf = (from: number, to: number, opening: number): StatementFixture => ({
	opening,
	from: START + from * DAY,
	to: START + to * DAY,
	movements: Array.from({ length: Math.ceil((to - from) / 2) }, (_, n) => ({
		receipt: receiptOf(100 + from + 2 * n),
		at: at(from + 2 * n),
		paidIn: 1000,
	})),
});

const templates = {
	legacy: (file: StatementFixture) => [ORG, csvOf(orgRows(file)), file] as const,
	newer: (file: StatementFixture) => [newerName(file), csvOf(newerRows(file)), file] as const,
};

describe.each(someEngines)('statements that do not join (%s)', (engine) => {
	/** Opens a desk with these files, and a payment in its books for each of their lines. */
	const openWith = async (...files: readonly (readonly [string, Buffer, StatementFixture])[]) => {
		const site = await openDesk(engine, END + 40 * DAY);
		const add = async (name: string, content: Buffer, { movements }: StatementFixture) => {
			const { status, body } = await sendStatement(site, name, content);
			expect(status, JSON.stringify(body)).toBe(201);
			const ours = movements.filter(({ paidIn }) => paidIn);
			await site.database.write((trx) =>
				storePayments(
					trx,
					ours.map((line) => paid(line.receipt, line.at, line.paidIn ?? 0)),
					'callback',
				),
			);
		};
		for (const file of files) await add(...file);
		const month = async (of = '2026-10') =>
			(await site.call('GET', `/reconciliation?month=${of}`)).body.data;
		return { ...site, add, month };
	};

	it.each(Object.entries(templates))(
		'show the money that is missing between them, and keep the month open: %s',
		async (_, write) => {
			const { call, month, add, database, close } = await openWith(
				write(daysOf(0, 20, 1000)),
				write(daysOf(20, 31, 11_000 + 5600)),
			);
			const from = iso(at(18));
			const to = iso(at(20));
			const text =
				'KSh 5,600 came in between the last line of 19 Oct 2026, 09:00 and the first line of 21 Oct 2026, 09:00, and no statement shows it.';
			expect(await month()).toMatchObject({
				statement: {
					missing: [{ from, to, amount: 5600, text }],
					gaps: [[from, to]],
					covered: [
						[iso(START), from],
						[to, iso(END)],
					],
				},
				unexplained: 0,
				difference: 0,
			});
			const refused = await call('POST', '/periods/2026-10/close', {});
			expect(refused).toMatchObject({ status: 409, body: { code: 'not_ready' } });
			expect(refused.body.data.left).toMatchObject([
				{ kind: 'missing', count: 1, amount: 5600, text },
			]);
			const reason = { override_reason: 'The portal lost a day' };
			expect((await call('POST', '/periods/2026-10/close', reason)).status).toBe(200);
			const reopening = { reason: 'The statement came' };
			expect((await call('POST', '/periods/2026-10/reopen', reopening)).status).toBe(200);

			// A payment of that time waits for its statement, and does not count as open twice.
			const lost = [paid(receiptOf(1), at(19), 5600)];
			await database.write((trx) => storePayments(trx, lost, 'callback'));
			expect((await month()).states).toMatchObject({
				waiting: { count: 1, amount: 5600 },
				only_books: { count: 0 },
			});
			const found = {
				...daysOf(19, 20, 11_000),
				movements: [{ receipt: receiptOf(1), at: at(19), paidIn: 5600 }],
			};
			const [name, content] = write(found);
			await add(name, content, { ...found, movements: [] });
			expect(await month()).toMatchObject({
				statement: { missing: [], gaps: [], in: 21_600 },
				unexplained: 0,
			});
			await close();
		},
	);

	it('show missing money between two months in both', async () => {
		const { month, call, close } = await openWith(
			templates.newer(daysOf(0, 31, 0)),
			templates.newer(daysOf(31, 61, 15_000)),
		);
		const text =
			'KSh 1,000 went out between the last line of 31 Oct 2026, 09:00 and the first line of 1 Nov 2026, 09:00, and no statement shows it.';
		for (const each of ['2026-10', '2026-11']) {
			expect(await month(each)).toMatchObject({
				statement: { missing: [{ amount: -1000, text }] },
				unexplained: 0,
			});
			expect((await call('POST', `/periods/${each}/close`, {})).status).toBe(409);
		}
		await close();
	});

	it('show what a truncated file of the newer template lacks at both ends', async () => {
		const whole = daysOf(0, 31, 0);
		const [name] = templates.newer(whole);
		const rows = newerRows(whole);
		// Newest first: the last three movements of the month, and the first two, are cut off.
		const cut = [name, csvOf(rows.toSpliced(1, 3).slice(0, -2)), whole] as const;
		const before = { ...daysOf(-2, 0, -1000) };
		const { month, site, close } = await openWith(
			templates.newer(before),
			cut,
			templates.newer(daysOf(31, 61, 16_000)),
		).then((desk) => ({ ...desk, site: desk }));
		expect((await month()).statement.missing).toMatchObject([
			{ from: iso(at(-2)), to: iso(at(4)), amount: 2000 },
			{ from: iso(at(24)), to: iso(at(31)), amount: 3000 },
		]);
		// Without a date of export, lines that stop so early cover no more than up to the last one.
		expect((await month()).statement.gaps).toContainEqual([iso(at(24)), iso(START + 31 * DAY)]);
		const looked = await sendStatement(site, cut[0], cut[1], '?dry_run=true');
		expect(looked.body.data).toMatchObject({
			from: iso(START),
			coverage: 'lines',
			first_line_at: iso(at(4)),
			last_line_at: iso(at(24)),
			missing: [
				{ amount: 2000 },
				{ amount: 3000, text: expect.stringMatching(/^KSh 3,000 came in/) },
			],
		});
		await close();
	});

	it('exclude overlaps, left-out days and other accounts', async () => {
		const first = daysOf(0, 20, 0);
		const overlapping = daysOf(10, 24, 5000);
		const afterGap = daysOf(26, 31, 70_000);
		const settlement = csvOf(
			orgRows({ ...daysOf(0, 31, 400), movements: [] }).with(2, [
				'Account:',
				'Organization Settlement Account',
			]),
		);
		const { month, add, close } = await openWith(
			templates.legacy(overlapping),
			// The later payments are those of the other one.
			[
				...templates.newer(first).slice(0, 2),
				{ ...first, movements: first.movements.slice(0, 5) },
			] as never,
			templates.legacy(afterGap),
		);
		await add(
			'ORG_174379_Organization Settlement Account_Completed_20261101080000.csv',
			settlement,
			{
				...first,
				movements: [],
			},
		);
		expect(await month()).toMatchObject({
			statement: {
				missing: [],
				gaps: [[iso(START + 24 * DAY), iso(START + 26 * DAY)]],
			},
			unexplained: 0,
		});
		await close();
	});

	it('are rejected if a file is cut off in the middle of a line', async () => {
		const { close, ...site } = await openWith();
		for (const write of Object.values(templates)) {
			const [name, content] = write(daysOf(0, 20, 1000));
			const last = content.lastIndexOf('\n');
			for (const end of [last + 5, last + 25]) {
				const { status, body } = await sendStatement(site, name, content.subarray(0, end));
				expect([status, body.fields.file]).toEqual([
					422,
					'This file is incomplete. Export it again.',
				]);
			}
		}
		await close();
	});
});
