import { expect, it } from 'vitest';
import { buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { engines } from '../../testing/app.ts';
import {
	DAY,
	makeMonth,
	ORG,
	receiptOf,
	START,
	sendStatement,
} from '../reconciliation/fixtures/desk.ts';
import { storeDelivery } from './hooks.ts';
import { openProcessor } from './processor.ts';

it.each(engines)(
	'a payment that was booked from a statement stays once M-Pesa has confirmed it (%s)',
	async (engine) => {
		const { file, lineOf, call, database, site, close } = await makeMonth(engine);
		await sendStatement(site, ORG, file);
		const receipt = receiptOf(2);
		const line = `/reconciliation/lines/${(await lineOf(receipt))?.id}`;
		expect((await call('POST', `${line}/book`)).status).toBe(201);
		const at = START + DAY + 9 * 3_600_000;
		const phone = '254704111111';
		const sent = buildConfirmation({ receipt, amount: 2000, at, phone, reference: 'A12' });
		await storeDelivery(database, {
			at: new Date(at).toISOString(),
			kind: 'c2b',
			key: receipt,
			peer: '127.0.0.1',
			trusted: true,
			http_status: null,
			body: Buffer.from(JSON.stringify(sent)),
		});
		const processor = openProcessor(
			database,
			{ shortCodes: [] },
			() => at,
			(error) => {
				throw error;
			},
		);
		await processor.idle();
		await processor.close();
		expect((await call('DELETE', `${line}/decision`)).body).toMatchObject({
			code: 'in_use',
			error: expect.stringMatching(/M-Pesa also reported on this payment/),
			data: [{ kind: 'message' }],
		});
		expect((await call('GET', `/transactions?search=${receipt}`)).body.data.total).toBe(1);
		await close();
	},
);
