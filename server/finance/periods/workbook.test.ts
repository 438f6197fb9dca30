import { describe, expect, it } from 'vitest';
import { source } from '../../platform/files/fixtures/verdict.ts';
import { decodeReferences } from '../../platform/files/inspect/office.ts';
import { readZip } from '../../platform/files/inspect/zip.ts';
import { someEngines } from '../../testing/app.ts';
import { readXlsx } from '../mpesa/statement/xlsx.ts';
import { receiptOf } from '../reconciliation/fixtures/desk.ts';
import { MONTH, makeClosable } from './fixtures/closable.ts';

/** Returns the XML of a workbook's parts, and the texts that its cells name. */
const partsOf = async (bytes: Buffer) => {
	const zip = await readZip(source(bytes));
	const parts = new Map<string, string>();
	for (const entry of zip.entries) {
		const pieces: Buffer[] = [];
		for await (const piece of zip.contentOf(entry)) pieces.push(Buffer.from(piece));
		parts.set(entry.fileName.replace(/^.*\//, ''), Buffer.concat(pieces).toString());
	}
	return (name: string) => decodeReferences(parts.get(`${name}.xml`) ?? '');
};

describe.each(someEngines)('the workbook of a month (%s)', (engine) => {
	it('has typed cells and no formulas, the reason, and later entries as a difference', async () => {
		const { call, inject, movements, at, take, lineOf, store, database, pack, close } =
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
			{ receipt: receiptOf(10), at: at(10), paidIn: 1010 },
		]);
		const line = await lineOf(receiptOf(8));
		const settlement = { as: 'other', reason: '=cmd()' };
		await call('POST', `/reconciliation/lines/${line.id}/settle`, settlement);
		const payment = (await lineOf(receiptOf(3))).transaction.id;
		const refund = { kind: 'refund', amount: 3, at: '2026-10-20', reason: 'Paid twice' };
		await call('POST', `/transactions/${payment}/adjustments`, refund);
		await call('POST', `${MONTH}/close`, { override_reason: 'The payer is asked by phone' });
		expect(await pack()).toMatchObject({
			figures: { returned: { count: 2, amount: 1004 } },
			returns: [
				{ kind: 'reversal', payment_receipt: receiptOf(1), amount: 1001, on_statement: true },
				{ kind: 'refund', payment_receipt: receiptOf(3), amount: 3, on_statement: false },
			],
		});

		const head = await inject({ method: 'HEAD', url: `/api${MONTH}/pack.xlsx` });
		expect([head.statusCode, head.body]).toEqual([200, '']);
		const exported = () =>
			database.read.selectFrom('audit_log').selectAll().where('action', '=', 'export').execute();
		expect(await exported()).toEqual([]);

		await store(5);
		const answer = await inject({ method: 'GET', url: `/api${MONTH}/pack.xlsx` });
		expect(answer.statusCode).toBe(200);
		expect(await exported()).toHaveLength(1);
		const rows = await readXlsx(source(answer.rawPayload));
		for (const text of ['Ufundi: October 2026', 'The payer is asked by phone'])
			expect(rows.flat()).toContain(text);
		expect(rows.find(([label]) => label === 'Our records (KSh)')).toEqual([
			...['Our records (KSh)', '4006', '5011', '1005'],
		]);
		expect(rows.find(([label]) => label === 'Difference (KSh)')).toEqual([
			...['Difference (KSh)', '2018', '1013', '-1005'],
		]);
		expect(rows.find(([label]) => label === '= Net (KSh)')).toEqual([
			...['= Net (KSh)', '3002', '4007', '1005'],
		]);
		const part = await partsOf(answer.rawPayload);
		// One upright page of A4.
		expect(part('sheet1')).toMatch(
			/fitToPage="1".*<pageSetup paperSize="9" orientation="portrait"/,
		);
		const exceptions = part('sheet5');
		// The sums of the last row: statement in and out, our records, difference.
		const sums = [...(exceptions.split('<row ').at(-1) ?? '').matchAll(/<v>(-?[\d.]+)<\/v>/g)];
		expect(sums.map(([, value]) => value).slice(1)).toEqual(['2018', '0', '1005', '1013']);
		for (const text of ['25471', receiptOf(8), '=1+1', '=cmd()'])
			expect(part('sharedStrings')).toContain(text);
		expect(exceptions).not.toContain('<f');
		// The first cell is a time: a number with a style.
		expect(exceptions).toMatch(/<c r="A2" s="\d+"><v>463\d\d\.\d+<\/v>/);
		expect(exceptions).toMatch(/<c r="C2"[^>]* t="s">/);
		await close();
	});

	it('lists all exceptions', async () => {
		const { inject, movements, at, take, close } = await makeClosable(engine);
		const MORE = 1_100;
		const open = Array.from({ length: MORE }, (_, n) => ({
			receipt: receiptOf(100 + n),
			at: at(5) + n * 1_000,
			paidIn: 10,
		}));
		await take([...movements, ...open]);
		const answer = await inject({ method: 'GET', url: `/api${MONTH}/pack.xlsx` });
		const part = await partsOf(answer.rawPayload);
		expect(part('sheet5').match(/<row /g)).toHaveLength(MORE + 2);
		await close();
	});

	it('reconciles the balances of each account with its movements', async () => {
		const { movements, at, take, pack, close } = await makeClosable(engine);
		const SWEEP = 'Utility Account to Organization Settlement Account';
		const later = [
			{ receipt: receiptOf(20), at: at(20), withdrawn: 500, what: SWEEP },
			{ receipt: receiptOf(21), at: at(21), paidIn: 200, what: SWEEP },
			{
				receipt: receiptOf(22),
				at: at(22),
				withdrawn: 100,
				what: 'Agency Withdrawal of funds to Bank',
			},
			{ receipt: receiptOf(23), at: at(23), withdrawn: 23, what: 'Pay Bill Charge' },
			{
				receipt: receiptOf(24),
				at: at(24),
				withdrawn: 1001,
				what: 'Pay Bill Reversal',
				linked: receiptOf(1),
			},
			{
				receipt: receiptOf(25),
				at: at(25),
				withdrawn: 300.5,
				what: 'Business Pay Bill to 888880 - KPLC PREPAID',
			},
		];
		const accounts = async () => (await pack()).figures.accounts;
		const moved = {
			paid_in: 4006,
			...{ moved_in: 200, moved_out: 500, to_bank: 100, paid_out: 300.5, charges: 23 },
			reversals: 1001,
		};
		const own = { short_code: '174379', account: 'Utility Account' };
		await take([...movements, ...later]);
		expect(await accounts()).toEqual([
			{ ...own, opening: 1000, ...moved, closing: 3281.5, missing: 0 },
		]);
		await close();
	});
});
