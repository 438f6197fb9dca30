import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRole } from '#shared/contract/platform/access.ts';
import { type Desk, openDesk } from './fixtures/desk.ts';

const PHONE = '254712345678';
const MASKED = '0712 ••• 678';

describe('assistants at the desk', () => {
	let desk: Desk;
	let receipt: string;
	beforeAll(async () => {
		desk = await openDesk('sqlite', { maskPhones: true });
		const { body } = await desk.pay({}, { phone_number: PHONE });
		const paid = await desk.until(body.data.id, ({ status }) => status === 'completed');
		receipt = String(paid.mpesa_receipt_number);
	});
	afterAll(() => desk.close());

	const connect = async (role: KeyRole) => {
		const { headers } = await desk.asKey(role);
		const client = new Client({ name: 'test', version: '1.0.0' });
		const url = new URL('/api/mcp', desk.address);
		await client.connect(
			new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never,
		);
		return client;
	};

	it('find a payment by its receipt and by a phone number, as the key itself does', async () => {
		const client = await connect('finance');
		const asKey = await desk.asKey('finance');
		for (const search of [receipt, '0712 345 678', PHONE]) {
			const answer = await client.callTool({ name: 'listTransactions', arguments: { search } });
			const [{ text }] = answer.content as [{ text: string }];
			const { data } = JSON.parse(text).data;
			expect(data, search).toMatchObject([{ mpesa_receipt_number: receipt, amount: 1500 }]);
			const { body } = await asKey.call(
				'GET',
				`/transactions?search=${encodeURIComponent(search)}`,
			);
			expect(data).toEqual(body.data.data);
		}
		const uri = `ufundi:///api/transactions?search=${receipt}`;
		expect(JSON.stringify(await client.readResource({ uri }))).toContain(receipt);
		// Masks are for people: the same search of an administrator shows no number.
		const shown = JSON.stringify((await desk.call('GET', `/transactions?search=${receipt}`)).body);
		expect(shown).toContain(MASKED);
		expect(shown).not.toContain(PHONE);
	});

	it('see no payment with the key of an editor', async () => {
		const client = await connect('editor');
		const uri = `ufundi:///api/transactions?search=${receipt}`;
		await expect(client.readResource({ uri })).rejects.toThrow(/Unknown resource/);
		await expect(client.callTool({ name: 'listTransactions', arguments: {} })).rejects.toThrow(
			/Unknown tool/,
		);
	});
});
