import { expect, it } from 'vitest';
import { buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { engines } from '../../testing/app.ts';
import { openDesk } from './fixtures/desk.ts';

it.each(engines)(
	'stores the payer’s name of the confirmation, and finds by it (%s)',
	async (engine) => {
		const desk = await openDesk(engine);
		const found = async (search: string) =>
			(await desk.call('GET', `/transactions?search=${encodeURIComponent(search)}`)).body.data.data;

		const sent = buildConfirmation({
			receipt: 'UAV1HAND02',
			amount: 700,
			at: Date.now(),
			reference: '00123',
			phone: '254711222333',
		});
		await desk.deliver('c2b', { ...sent, MiddleName: ' NJERI', LastName: "WA  THIONG'O" });
		await desk.settled();
		const name = "JANE NJERI WA THIONG'O";
		for (const search of ["Jane Njeri  wa Thiong'o", 'njeri', '00123'])
			expect(await found(search), search).toMatchObject([{ payer_name: name }]);

		for (const confirmFirst of [true, false]) {
			const { body } = await desk.pay({ payerMs: 5, confirmTo: desk.hook('c2b'), confirmFirst });
			await desk.until(body.data.id, ({ payer_name }) => payer_name !== null);
			expect(await desk.read(body.data.id)).toMatchObject({
				status: 'completed',
				payer_name: 'JANE',
			});
		}
		await desk.close();
	},
);
