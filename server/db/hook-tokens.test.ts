import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { hookTokens } from './migrations/0011-hook-tokens.ts';

const TOKEN = 'a-secret-segment-of-the-address';
const address = (token: string) => `https://console.example.org/api/hooks/${token}/stk`;
const request = (token: string) =>
	JSON.stringify({ Amount: 1500, CallBackURL: address(token), TransactionDesc: 'Zażółć 🎓' });

onEveryEngine('requests to pay that were kept with the hook token', (site) => {
	it('are without it after the upgrade, and nobody can change them since', async () => {
		const { database } = site();
		const at = new Date().toISOString();
		const message = { at, key: null, peer: null, trusted: 1, http_status: null };
		const refusal = `Invalid CallBackURL ${address(TOKEN)}`;
		const bodies = [
			['push_request', request(TOKEN)],
			['push_answer', JSON.stringify({ errorMessage: refusal })],
			['push_answer', '{"ResponseCode":"0"}'],
			['query_request', '{"CheckoutRequestID":"ws_CO_1"}'],
			['stk', '\u0000 as it came /api/hooks/'],
		] as const;
		await database.write(async (trx) => {
			await trx
				.insertInto('mpesa_messages')
				.values(bodies.map(([kind, body]) => ({ ...message, kind, body: Buffer.from(body) })))
				.execute();
			await sql`insert into payments (seq, id, origin, status, amount, result_desc, updated_at)
				values (1, 'a', 'stk', 'failed', 1, ${refusal}, ${at}), (2, 'b', 'stk', 'failed', 1, 'Busy', ${at})`.execute(
				trx,
			);
		});
		await database.write((trx) => hookTokens(database.engine).up(trx));
		const kept = await database.read
			.selectFrom('mpesa_messages')
			.select('body')
			.orderBy('id')
			.execute();
		expect(kept.map(({ body }) => body.toString())).toEqual([
			request('…'),
			JSON.stringify({ errorMessage: `Invalid CallBackURL ${address('…')}` }),
			...bodies.slice(2).map(([, body]) => body),
		]);
		const words = await database.read
			.selectFrom('payments')
			.select('result_desc')
			.orderBy('seq')
			.execute();
		expect(words.map(({ result_desc }) => result_desc)).toEqual([
			`Invalid CallBackURL ${address('…')}`,
			'Busy',
		]);
		const change = database.write((trx) =>
			trx.updateTable('mpesa_messages').set({ peer: 'x' }).execute(),
		);
		await expect(change).rejects.toThrow('append-only');
		// Once more changes nothing.
		await database.write((trx) => hookTokens(database.engine).up(trx));
	});
});
