import { CLAIMS_MAX } from '../../finance/payments/payment-facts.ts';
import { refreshPayments } from '../../finance/payments/refresh.ts';
import type { Database, Db, Trx } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/engine.ts';
import { AppError } from '../../platform/errors.ts';

/** The wrong claims of a receipt, from all devices and addresses together. */
interface ClaimRow {
	receipt: string;
	wrong: number;
	/** The last one. */
	at: string;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		learner_claims: ClaimRow;
	}
}

const HOUR_MS = 60 * 60_000;

const findPaymentId = async (db: Db, receipt: string) =>
	(await db.selectFrom('payments').select('id').where('receipt', '=', receipt).executeTakeFirst())
		?.id;

/**
 * Takes a try of a claim in advance, so that parallel tries count; {@link giveBackTry} undoes it. Fails with 429 after ten
 * wrong claims of a receipt: a payment then waits for the staff, and a receipt without a payment for an hour.
 */
export const takeTry = (database: Database, receipt: string, now: number) =>
	database.write(async (trx) => {
		await lockName(trx, `claim:${receipt}`);
		const tried = await trx
			.selectFrom('learner_claims')
			.select(['wrong', 'at'])
			.where('receipt', '=', receipt)
			.executeTakeFirst();
		const isRecent = tried && Math.abs(now - Date.parse(tried.at)) < HOUR_MS;
		const payment = await findPaymentId(trx, receipt);
		const wrong = tried && (isRecent || payment !== undefined) ? tried.wrong : 0;
		if (wrong >= CLAIMS_MAX)
			// The same text and time for every receipt, so that it does not tell which exist.
			throw new AppError(
				'too_many',
				'This code was tried too often with wrong numbers. Please ask our staff.',
				{ headers: { 'retry-after': String(HOUR_MS / 1_000) } },
			);
		const row = { wrong: wrong + 1, at: new Date(now).toISOString() };
		await trx
			.insertInto('learner_claims')
			.values({ receipt, ...row })
			.onConflict((conflict) => conflict.column('receipt').doUpdateSet(row))
			.execute();
		if (payment !== undefined && row.wrong >= CLAIMS_MAX)
			await refreshPayments(trx, [payment], now);
	});

/** Gives the try of a right claim back. */
export const giveBackTry = (trx: Trx, receipt: string) =>
	trx
		.updateTable('learner_claims')
		.set(({ eb }) => ({ wrong: eb('wrong', '-', 1) }))
		.where('receipt', '=', receipt)
		.execute();

/** Deletes the tries of receipts that no payment has, an hour after the last. */
export const deleteOldTries = async (trx: Trx, now: number) => {
	const { numDeletedRows } = await trx
		.deleteFrom('learner_claims')
		.where('at', '<', new Date(now - HOUR_MS).toISOString())
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('payments')
						.select('id')
						.whereRef('payments.receipt', '=', 'learner_claims.receipt'),
				),
			),
		)
		.executeTakeFirst();
	return Number(numDeletedRows);
};
