import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../testing/app.ts';
import {
	csvOf,
	type Movement,
	newerName,
	newerRows,
	orgRows,
	xlsOf,
	xlsxOf,
} from '../mpesa/fixtures/statements.ts';
import { storePayments } from '../payments/store.ts';
import { makeMonth, paid, receiptOf, sendStatement as send, whole } from './fixtures/desk.ts';
import { DAY, END, ORG, START } from './fixtures/october.ts';

describe.each(engines)('an imported statement (%s)', (engine) => {
	it('adds a movement once, whichever files contain it', async () => {
		const { movements, file, month, close, ...site } = await makeMonth(engine);
		const newer = newerRows(whole(movements));
		expect((await send(site, ORG, file)).body.data).toMatchObject({ new_lines: 7 });
		const same = await send(site, ORG, file);
		expect(same.status).toBe(200);
		expect(same.body.data).toMatchObject({ new_lines: 0, known_lines: 7 });
		const before = await month();
		for (const [name, content] of [
			['a.xls', xlsOf(orgRows(whole(movements)))],
			[newerName(whole(movements)), csvOf(newer)],
			[newerName(whole(movements)).replace('csv', 'xlsx'), xlsxOf(newer)],
		] as const) {
			const answer = await send(site, name, content);
			expect(answer.status).toBe(201);
			expect(answer.body.data).toMatchObject({ new_lines: 0, known_lines: 7 });
		}
		expect(await month()).toEqual(before);
		const more = [{ receipt: receiptOf(99), at: END + 1000, paidIn: 5 }];
		const next = csvOf(orgRows({ opening: 4077, from: END, to: END + DAY, movements: more }));
		const twice = await Promise.all([1, 2].map(() => send(site, 'b.csv', next)));
		expect(twice.map(({ status }) => status).sort()).toEqual([200, 201]);
		const november = await site.call('GET', '/reconciliation?month=2026-11');
		expect(november.body.data.statement.in).toBe(5);
		await close();
	});

	it('is removed with the lines that no other import covers, unless decisions rest on them', async () => {
		const { movements, month, lineOf, call, close, ...site } = await makeMonth(engine);
		const before = await month();
		const early = { ...whole(movements.slice(0, 4)), to: START + 3 * DAY };
		await send(site, ORG, csvOf(orgRows(early)));
		const half = await month();
		const all = csvOf(orgRows(whole(movements)));
		const { id } = (await send(site, 'all.csv', all)).body.data;
		const path = `/statements/${id}`;
		const line = `/reconciliation/lines/${(await lineOf(receiptOf(9)))?.id}`;
		await call('POST', `${line}/settle`, { as: 'not_ours', reason: 'Canteen' });
		const refused = await call('DELETE', path, { reason: 'Wrong file' });
		expect(refused).toMatchObject({
			status: 409,
			body: { code: 'in_use', data: [{ text: expect.stringMatching(/UJ1\w+: Not ours, says/) }] },
		});
		await call('DELETE', `${line}/decision`);
		expect((await call('DELETE', path, { reason: ' ' })).status).toBe(422);
		expect((await call('DELETE', path, { reason: 'Wrong file' })).status).toBe(200);
		expect((await call('DELETE', path, { reason: 'Again' })).status).toBe(404);
		expect(await month()).toEqual(half);
		const [audit] = (await call('GET', '/audit?item_kind=statement&action=delete')).body.data.data;
		expect(audit).toMatchObject({ item: { id }, details: { reason: 'Wrong file' } });
		// The other import had brought the first lines, which a removal of it keeps or takes.
		const again = await send(site, 'all.csv', all);
		expect(again.status).toBe(201);
		const imports = (await call('GET', '/statements')).body.data.data as { id: string }[];
		const first = imports.find((each) => each.id !== again.body.data.id)?.id;
		const complete = await month();
		expect((await call('DELETE', `/statements/${first}`, { reason: 'Partial' })).status).toBe(200);
		expect((await month()).statement.in).toBe(complete.statement.in);
		await call('DELETE', `/statements/${again.body.data.id}`, { reason: 'Start over' });
		expect(await month()).toEqual(before);
		await close();
	});

	it('is listed with its new lines and the adjacent gaps', async () => {
		const { month, close, site } = await makeMonth(engine);
		const pieces = [
			{ days: [20, 22], name: ORG, account: 'Utility Account' },
			{ days: [0, 2], name: ORG, account: 'Utility Account' },
			// Another account, which does not concern payments.
			{ days: [4, 6], name: ORG, account: 'Organization Settlement Account' },
		];
		for (const [n, { days, name, account }] of pieces.entries()) {
			const [from = 0, to = 0] = days.map((day) => START + day * DAY);
			const movements = [{ receipt: receiptOf(70 + n), at: from + 1000, paidIn: 5 }];
			const rows = orgRows({ opening: 0, from, to, movements });
			(rows[2] as string[])[1] = account;
			const { status, body } = await send(site, name, csvOf(rows));
			expect([status, body.data.account]).toEqual([201, account]);
		}
		const day = (n: number) => new Date(START + n * DAY).toISOString();
		const { body } = await site.call('GET', '/statements?limit=2');
		expect(body.data).toMatchObject({
			total: 3,
			data: [
				{ from: day(20), to: day(22), lines: 1, new_lines: 1, gaps: [[day(2), day(20)]] },
				{ from: day(4), to: day(6), account: 'Organization Settlement Account' },
			],
		});
		expect((await month()).statement).toMatchObject({
			covered: [
				[day(0), day(2)],
				[day(20), day(22)],
			],
			gaps: [
				[day(2), day(20)],
				[day(22), day(31)],
			],
		});
		await close();
	});
});

describe.each(engines)('a statement after the one of its month (%s)', (engine) => {
	let desk: Awaited<ReturnType<typeof makeMonth>>;
	beforeAll(async () => {
		desk = await makeMonth(engine);
		await send(desk, ORG, desk.file);
	});
	afterAll(() => desk.close());

	it('is rejected if a line contradicts a known one, and names both', async () => {
		const { movements, month, site } = desk;
		const before = await month();
		const known = movements[2] as Movement;
		const changes = [{ paidIn: 2001 }, { at: known.at + 60_000 }, { paidIn: 0, withdrawn: 200 }];
		for (const change of changes) {
			const file = csvOf(orgRows(whole(movements.with(2, { ...known, ...change }))));
			const { status, body } = await send(site, 'b.csv', file);
			expect(status).toBe(422);
			expect(body.fields.file).toMatch(
				new RegExp(`receipt ${receiptOf(2)} with KSh .*; “${ORG}” has it with KSh 2,000 in at`),
			);
		}
		expect(await month()).toEqual(before);
	});

	it('is rejected for another short code or clock', async () => {
		const { movements, site } = desk;
		const foreign = csvOf(orgRows({ ...whole(movements), shortCode: '600000' }));
		expect((await send(site, 'a.csv', foreign)).body).toMatchObject({
			code: 'invalid',
			fields: { file: 'This statement has short code 600000, but ours is 174379.' },
		});
		const renamed = await send(site, 'october.csv', csvOf(newerRows(whole(movements))));
		expect(renamed.body.fields.file).toBe(
			'This statement has no short code. Upload the file under its original name, which contains the short code, such as “Statements for 174379 from 2026-10-01 to 2026-10-31.csv”.',
		);
		const payments = Array.from({ length: 5 }, (_, n) =>
			paid(receiptOf(50 + n), START + n * DAY, 10),
		);
		await site.database.write((trx) => storePayments(trx, payments, 'callback'));
		const late = payments.map(([{ receipt }, at]) => ({
			receipt: receipt as string,
			at: at + 3 * 3_600_000,
			paidIn: 10,
		}));
		const other = await send(site, 'a.csv', csvOf(orgRows(whole(late))));
		expect(other.body.fields.file).toMatch(/^The times of \d+ of \d+ known payments differ/);
		const broken = await send(site, 'a.xlsx', Buffer.from('PK\x03\x04 and nothing'));
		expect(broken.status).toBe(422);
		expect(broken.body.fields.file).toMatch(/damaged/);
		expect((await send(site, 'a.csv', Buffer.from('x'), '?dry_run=maybe')).status).toBe(422);
		const future = [{ receipt: receiptOf(60), at: Date.UTC(2030, 4, 3), paidIn: 10 }];
		expect(
			(await send(site, 'a.csv', csvOf(orgRows({ ...whole(future), to: Date.UTC(2031, 0, 1) }))))
				.body.fields.file,
		).toBe(`Line 8 (${receiptOf(60)}) has the date 2030-05-03, which is in the future.`);
	});

	it('adds a line once if only one template names its kind', async () => {
		const { site } = desk;
		const what = 'Something of next year';
		const odd = {
			...{ opening: 4077, from: END, to: END + DAY },
			movements: [{ receipt: receiptOf(80), at: END + 1000, paidIn: 5, what }],
		};
		expect((await send(site, ORG, csvOf(orgRows(odd)))).body.data).toMatchObject({ new_lines: 1 });
		expect((await send(site, newerName(odd), csvOf(newerRows(odd)))).body.data).toMatchObject({
			new_lines: 0,
			known_lines: 1,
		});
	});
});
