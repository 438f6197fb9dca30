import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildPaymentKeys } from '#shared/payment-keys.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import { SOME_ENGINES } from '../../../tests/faults/length.ts';
import { openDatabase } from '../../open-database.ts';
import { makePostgresDatabase } from '../../testing/app.ts';
import { makeTestFolder } from '../../testing/folder.ts';
import { STEPS } from './migrate.ts';
import type { Steps } from './migrations/step.ts';

const FIRST = { '0001-initial': STEPS['0001-initial'] } as Steps;
const PAYMENTS = 20_000;

const AT = '2026-10-01T08:00:00.000Z';

const makePayment = (n: number) => {
	const payment = {
		phone: `2547${10_000_000 + (n % 5_000)}`,
		receipt: `UJ${10_000_000 + n}`,
		checkout_request_id: null,
		merchant_request_id: null,
		payer_name: null,
	};
	const account_reference = `learner${n % 700}`;
	const fixed = { origin: 'c2b', status: 'completed', amount: 1_500, updated_at: AT, paid_at: AT };
	const keys = buildPaymentKeys({ ...payment, references: [account_reference] });
	return { seq: n, id: `payment-${n}`, ...payment, account_reference, ...fixed, ...keys };
};

const makeAssignment = (n: number) => {
	const by = { reason: 'Typed wrongly', actor: 'person:1', actor_name: 'Ann', at: AT };
	return { payment_id: `payment-${n}`, account_reference: `learner${n % 700}`, months: 1, ...by };
};

describe.each(SOME_ENGINES)('a database without statistics (%s)', (engine) => {
	it(`of ${PAYMENTS} payments, a quarter with assignments, is updated in time`, async () => {
		const place = {
			dataDir: makeTestFolder(),
			databaseUrl: engine === 'postgres' ? await makePostgresDatabase() : undefined,
		};
		const earlier = await openDatabase(place, { steps: FIRST });
		const numbers = Array.from({ length: PAYMENTS }, (_, n) => n + 1);
		await earlier.write(async (trx) => {
			const insert = async (table: string, rows: object[]) => {
				for (const portion of splitIntoPortions(rows, 500))
					await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))})
						values ${sql.join(portion.map((row) => sql`(${sql.join(Object.values(row))})`))}`.execute(
						trx,
					);
			};
			await insert('payments', numbers.map(makePayment));
			await insert('payment_assignments', numbers.filter((n) => n % 4 === 0).map(makeAssignment));
		});
		await earlier.close();
		const { read, close } = await openDatabase(place);
		const { assigned } = await read
			.selectFrom('payments')
			.select(({ fn }) => fn.count('assignment_id').as('assigned'))
			.executeTakeFirstOrThrow();
		await close();
		expect(Number(assigned)).toBe(PAYMENTS / 4);
	});
});
