import { expect, it } from 'vitest';
import { STEPS } from '../../db/migrate.ts';
import { openPostgres } from '../../db/postgres.ts';
import { openSqlite } from '../../db/sqlite.ts';
import { engines, makePostgresDatabase } from '../../test-app.ts';
import { folderOfTest } from '../../test-folder.ts';
import { selectDeliveries } from './unmatched.ts';

const AT = '2026-11-20T09:00:00.000Z';

it.each(engines)(
	'an upgrade lists the deliveries that were settled in a payment (%s)',
	async (engine) => {
		const place = engine === 'sqlite' ? folderOfTest() : await makePostgresDatabase();
		const open = (steps = STEPS) =>
			engine === 'sqlite' ? openSqlite(place, { steps }) : openPostgres(place, { steps });
		const older = Object.fromEntries(Object.entries(STEPS).filter(([name]) => name < '0005'));
		const before = await open(older);
		const message = {
			at: AT,
			kind: 'stk' as const,
			key: 'ws_CO_1',
			peer: null,
			trusted: 1,
			http_status: null,
			body: Buffer.from('{}'),
		};
		await before.write(async (trx) => {
			const { id } = await trx
				.insertInto('mpesa_messages')
				.values(message)
				.returning('id')
				.executeTakeFirstOrThrow();
			const outcome = { message_id: id, payment_id: 'p1', at: AT };
			await trx
				.insertInto('payment_outcomes')
				.values([
					{ ...outcome, outcome: 'amount_mismatch' },
					{ ...outcome, outcome: 'settled' },
				])
				.execute();
			await trx
				.insertInto('payment_events')
				.values({
					payment_id: 'p1',
					at: AT,
					from_status: 'pending',
					to_status: 'pending',
					cause: 'settled',
					message_id: null,
					actor: 'person:nobody',
					note: 'Looked at it',
				})
				.execute();
		});
		await before.close();
		const after = await open();
		const rows = await selectDeliveries(after.read, 'other').selectAll('d').execute();
		await after.close();
		expect(rows).toMatchObject([
			{
				decided: 'other',
				outcome: 'amount_mismatch',
				payment_id: 'p1',
				reason: 'Looked at it',
				since: AT,
			},
		]);
	},
);
