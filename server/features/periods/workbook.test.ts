import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LISTED_MAX } from '#shared/contract/periods.ts';
import { source } from '../../files/fixtures/verdict.ts';
import { decoded } from '../../files/inspect/office.ts';
import { readZip } from '../../files/inspect/zip.ts';
import { readXlsx } from '../../mpesa/statement/xlsx.ts';
import { engines } from '../../test-app.ts';
import { DAY, receiptOf } from '../reconciliation/fixtures/desk.ts';
import { MONTH, makeClosable } from './fixtures/closable.ts';

/** What a workbook holds, by its parts. */
const sheetsOf = async (bytes: Buffer) => {
	const zip = await readZip(source(bytes));
	const parts: [string, string][] = [];
	for (const entry of zip.entries) {
		const pieces: Buffer[] = [];
		for await (const piece of zip.contentOf(entry)) pieces.push(Buffer.from(piece));
		parts.push([entry.fileName, Buffer.concat(pieces).toString()]);
	}
	const xml = (name: string) => parts.find(([path]) => path.endsWith(`${name}.xml`))?.[1] ?? '';
	const strings = [...xml('sharedStrings').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) =>
		decoded(text ?? ''),
	);
	/** Of the lines of a sheet below its heading, as whoever has the workbook alone computes it. */
	const hashOf = (sheet: string) => {
		const lines = [...xml(sheet).matchAll(/<v>(\d+)<\/v>/g)].map(([, at]) => strings[Number(at)]);
		return createHash('sha256')
			.update(`${lines.slice(1).join('\n')}\n`)
			.digest('hex');
	};
	return { bytes, xml, hashOf, all: parts };
};

describe.each(engines)('the pack of a month (%s)', (engine) => {
	it('is a workbook that stays as it was, with types and no formulas', async () => {
		const { call, clock, inject, movements, at, take, lineOf, period, database, close } =
			await makeClosable(engine);
		await take([
			...movements,
			{ receipt: receiptOf(8), at: at(8), paidIn: 1008, party: '254712345678 - =1+1' },
			{
				receipt: receiptOf(9),
				at: at(9),
				withdrawn: 1001,
				what: 'Pay Bill Reversal',
				linked: receiptOf(1),
			},
		]);
		const line = await lineOf(receiptOf(8));
		await call('POST', `/reconciliation/lines/${line.id}/settle`, {
			as: 'other',
			reason: '=cmd()',
		});
		const payment = (await lineOf(receiptOf(3))).transaction.id;
		const refund = { kind: 'refund', amount: 3, at: '2026-10-20', reason: 'Paid twice' };
		await call('POST', `/transactions/${payment}/adjustments`, refund);
		await call('POST', `${MONTH}/close`, {});
		const { figures, checksum, canonical, returns } = await period();
		expect(figures).toMatchObject({ returned: { count: 2, amount: 1004 }, net: 3002 });
		expect(returns).toMatchObject([
			{ kind: 'reversal', of: receiptOf(1), amount: 1001, on_statement: true },
			{ kind: 'refund', of: receiptOf(3), amount: 3, on_statement: false, reason: 'Paid twice' },
		]);
		expect(createHash('sha256').update(canonical).digest('hex')).toBe(checksum);

		const head = await inject({ method: 'HEAD', url: `/api${MONTH}/pack.xlsx` });
		expect([head.statusCode, head.body]).toEqual([200, '']);
		const exported = () =>
			database.read.selectFrom('audit_log').selectAll().where('action', '=', 'export').execute();
		expect(await exported()).toEqual([]);

		const get = async () => {
			const answer = await inject({ method: 'GET', url: `/api${MONTH}/pack.xlsx` });
			expect(answer.statusCode).toBe(200);
			return sheetsOf(answer.rawPayload);
		};
		const then = await get();
		const cells = (await readXlsx(source(then.bytes))).flat();
		expect([then.hashOf('sheet8'), then.hashOf('sheet9')]).toEqual([checksum, figures.rows.sha256]);
		expect(figures.rows.count).toBe(3);
		for (const text of [checksum, 'Ufundi: October 2026', '3002', 'Closed by'])
			expect(cells).toContain(text);
		const [texts, exceptions] = [then.xml('sharedStrings'), then.xml('sheet6')];
		for (const text of ['25471', receiptOf(8), '=1+1', '=cmd()']) expect(texts).toContain(text);
		expect(exceptions).not.toContain('<f');
		// The first cell is a time: a number that a style shows as one.
		expect(exceptions).toMatch(/<c r="A2" s="\d+"><v>463\d\d\.\d+<\/v>/);
		expect(exceptions).toMatch(/<c r="C2"[^>]* t="s">/);

		clock.now += DAY;
		await call('POST', `/transactions/${payment}/adjustments`, { ...refund, amount: 4 });
		const after = await period();
		expect(after.later).toMatchObject([
			{ returned: 4, was: null, is: 'returned', reason: 'Paid twice' },
		]);
		expect((await get()).all).toEqual(then.all);
		expect(
			(await call('GET', '/audit?item_kind=period&action=export')).body.data.data,
		).toHaveLength(2);
		expect(await database.read.selectFrom('period_steps').select('n').execute()).toHaveLength(1);
		await close();
	});

	it('has all rows, which its checksum covers', async () => {
		const { call, inject, movements, at, take, lineOf, period, close } = await makeClosable(engine);
		const MORE = 2_200;
		const open = Array.from({ length: MORE }, (_, n) => ({
			receipt: receiptOf(100 + n),
			at: at(5) + n * 1_000,
			paidIn: 10,
		}));
		await take([...movements, ...open]);
		const { exceptions, figures } = await period();
		expect([exceptions.length, figures.rows.count]).toEqual([LISTED_MAX, MORE]);
		const answer = await inject({ method: 'GET', url: `/api${MONTH}/pack.xlsx` });
		const { all } = await sheetsOf(answer.rawPayload);
		const linesOf = (sheet: number) =>
			(all.find(([path]) => path.endsWith(`sheet${sheet}.xml`))?.[1].match(/<row /g) ?? []).length;
		const [listed, rows] = [6, 9].map((sheet) => linesOf(sheet) - 1);
		expect([listed, rows]).toEqual([MORE, MORE]);

		// The same figures with another reason are another month.
		const settle = async (reason: string) => {
			const { id } = await lineOf(receiptOf(100));
			await call('POST', `/reconciliation/lines/${id}/settle`, { as: 'other', reason });
			const { checksum, canonical, figures: sums } = await period();
			await call('DELETE', `/reconciliation/lines/${id}/decision`);
			expect(canonical).toContain(`Rows ${MORE} SHA-256 ${sums.rows.sha256}\n`);
			return { checksum, sums: { ...sums, rows: null } };
		};
		const [one, other] = [await settle('A fee'), await settle('A refund')];
		expect(one.sums).toEqual(other.sums);
		expect(one.checksum).not.toBe(other.checksum);
		await close();
	});

	it('has what came for months closed before, which its checksum covers too', async () => {
		const { call, clock, inject, movements, take, lineOf, close } = await makeClosable(engine);
		await take(movements);
		await call('POST', `${MONTH}/close`, {});
		const refund = async (amount: number, reason: string) => {
			const { transaction } = await lineOf(receiptOf(amount));
			const note = { kind: 'refund', amount, at: '2026-10-20', reason };
			await call('POST', `/transactions/${transaction.id}/adjustments`, note);
		};
		const NEXT = '/periods/2026-11';
		const pack = async () => (await call('GET', NEXT)).body.data;
		const before = await pack();
		expect(before.figures).not.toHaveProperty('arrived');
		await refund(1, 'Paid twice');
		const [looked, desk] = [await pack(), await call('GET', '/reconciliation?month=2026-11')];
		expect(looked.figures.arrived.count).toBe(1);
		expect(looked.checksum).not.toBe(before.checksum);
		// The month itself does not change by it.
		expect(desk.body.data.period.checksum).toBe(before.checksum);
		await refund(2, 'Paid twice');

		clock.now += 31 * DAY;
		const why = { override_reason: 'No statement yet' };
		const late = await call('POST', `${NEXT}/close`, { ...why, checksum: looked.checksum });
		expect(late).toMatchObject({ status: 409, body: { code: 'changed' } });
		const { checksum } = await pack();
		expect((await call('POST', `${NEXT}/close`, { ...why, checksum })).status).toBe(200);
		const asked = (await call('GET', NEXT)).body.data;
		expect(asked).toMatchObject({ state: 'review', checksum, arrived: [{}, {}] });
		const { hashOf } = await sheetsOf(
			(await inject({ method: 'GET', url: `/api${NEXT}/pack.xlsx` })).rawPayload,
		);
		expect([hashOf('sheet8'), hashOf('sheet10')]).toEqual([checksum, asked.figures.arrived.sha256]);
		await close();
	});
});
