import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { type NewPayment, storePayments } from './store.ts';

const AT = Date.UTC(2026, 9, 1, 9);

onEveryEngine('a search of payments as clerks type it', (site) => {
	const ids: Record<string, string> = {};
	const payments: Record<string, Partial<NewPayment>> = {
		abdi: { payer_name: 'ABDI HASSAN ZZYZX', amount: 1500, receipt: 'UJ1AAAAAA0' },
		spaced: { account_reference: 'UF 000 999', payer_name: 'JOSÉ NG’ANG\u00adA', amount: 700 },
		dashed: { account_reference: 'UF-000-888', payer_name: 'WANJIRU-KAMAU JANE', amount: 40 },
		whole: { phone: '254712345678', amount: 90 },
		failed: { status: 'failed', receipt: null, amount: 1500, payer_name: 'ALI OMAR' },
	};
	beforeAll(async () => {
		let n = 0;
		for (const [name, fields] of Object.entries(payments)) {
			const payment = {
				origin: 'c2b',
				status: 'completed',
				phone: '25471****678',
				receipt: `UJ1BBBBBB${n}`,
				...fields,
			} as NewPayment;
			const [made] = await site().database.write((trx) =>
				storePayments(trx, [[payment, AT + ++n * 60_000]], 'confirmation'),
			);
			ids[name] = made?.id ?? '';
		}
	});

	const found = async (search: string) => {
		const query = new URLSearchParams({ search });
		const { body } = await site().call('GET', `/transactions?${query}`);
		const csv = await site().call('GET', `/transactions/export.csv?${query}`);
		expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(1 + body.data.total);
		return (body.data.data as { id: string }[])
			.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))
			.reverse();
	};

	it.each([
		...['Zzyzx Abdi', 'zzyzx', 'abdi zz', 'hassan abdi zzyzx', 'ABDI 1500', 'Zzyzx\u200b abdi'].map(
			(text) => [text, ['abdi']] as const,
		),
		...['UF000999', 'uf 000 999', 'UF-000-999', 'uf000 999', 'UF–000–999', 'jose', 'NGANGA'].map(
			(text) => [text, ['spaced']] as const,
		),
		...["ng'ang'a jose", 'José', 'Ng`ang`a', 'KSh 700', '700/='].map(
			(text) => [text, ['spaced']] as const,
		),
		...['UF000888', 'uf 000 888', 'kamau wanjiru', 'jane kamau', '40'].map(
			(text) => [text, ['dashed']] as const,
		),
		...['1500', '1,500', 'KSh 1,500', 'ksh1500', '1500/=', '1500/-', 'KES 1500.00'].map(
			(text) => [text, ['abdi', 'failed']] as const,
		),
		['omar 1500', ['failed']],
		['omar 1,500', ['failed']],
		['1,500 on 01/10/26', ['abdi', 'failed']],
		['omar 1/10/2026', ['failed']],
		['1,500 on 02/10/26', []],
		['tel: 0712 345 678', ['whole']],
		['0712 345', ['whole']],
		...['KSh 1,500 zzyzx', '1,500/= abdi', '1,500.00 hassan', 'abdi 1500 bob'].map(
			(text) => [text, ['abdi']] as const,
		),
		...['1500 1 Oct', '1,500 Oct 1', '1st October 1500', '1500 1 okt 26', '1500 2026-10-01'].map(
			(text) => [text, ['abdi', 'failed']] as const,
		),
		['1500 2 Oct', []],
		['UFOOO999', ['spaced']],
		['tel:0712345678', ['whole']],
		...['2547***678', '0712***678', '25471 **** 678'].map(
			(text) => [text, ['abdi', 'spaced', 'dashed', 'failed']] as const,
		),
		['25472****678', []],
		['abdi omar', []],
		['KSh 999', []],
	] as const)('finds by %j', async (text, names) => {
		expect(await found(text)).toEqual(names);
	});

	it('finds an assigned account until the assignment is withdrawn', async () => {
		await site().call('POST', '/accounts', { accounts: ['LRN 77 123'] });
		const path = `/transactions/${ids.abdi}/assignments`;
		const { body } = await site().call('POST', path, {
			account_reference: 'LRN 77 123',
			reason: 'Called',
		});
		expect(await found('lrn77123')).toEqual(['abdi']);
		await site().call('DELETE', `/decisions/${body.data.decisions[0].id}`, { reason: 'x' });
		expect(await found('lrn77123')).toEqual([]);
	});

	it('points out a letter O that was typed for a zero', async () => {
		expect(await found('UJ1AAAAAAO')).toEqual([]);
		const hint = async (receipt: string) =>
			(await site().call('GET', `/receipts/${receipt}`)).body.data.similar_receipt;
		expect(await hint('UJ1AAAAAAO')).toBe('UJ1AAAAAA0');
		expect(await hint('UJ1AAAAAA0')).toBeNull();
		expect(await hint('UJ1CCCCCCO')).toBeNull();
	});
});
