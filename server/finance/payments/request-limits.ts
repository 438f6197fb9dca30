import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentRequest } from '#shared/contract/finance/payment-requests.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/engine.ts';
import { tooMany } from '../../platform/http/limits.ts';
import { fromSeq, toSeq } from './tables.ts';

/** A payment request with its phone and account. */
export type Filled = PaymentRequest & { phone_number: string; account_reference: string };

/** Sends a payment request. An app's request is checked first, and answered with a description of its own. */
export type SendRequest = (
	request: FastifyRequest,
	reply: FastifyReply,
	input: Filled,
	steps?: { check: (trx: Trx) => Promise<void>; describe: (db: Db) => Promise<unknown> },
) => Promise<unknown>;

const HOUR = 60 * 60_000;

/** Fails with 429 above the limits of requests by apps: of an account to a phone, to a phone, and of an account. */
export const limitRequests = async (
	trx: Trx,
	{ phone, account }: { phone: string; account: string },
	now: number,
) => {
	// Counted from the payments themselves, so one at a time. Always in this order.
	await lockName(trx, `payment requests to ${phone}`);
	await lockName(trx, `payment requests of ${account}`);
	const limits = [
		{ max: 3, per: HOUR, of: { phone, account } },
		{ max: 6, per: HOUR, of: { phone } },
		{ max: 10, per: 24 * HOUR, of: { account } },
	];
	for (const { max, per, of } of limits) {
		const rows = await trx
			.selectFrom('payments')
			.select('seq')
			.where((eb) => eb.and(of))
			.where('seq', '>', toSeq(now - per))
			.where('origin', '=', 'stk')
			.where('requested_by', 'is not', null)
			.where('requested_by', 'not like', 'person:%')
			.orderBy('seq', 'desc')
			.limit(max)
			.execute();
		if (rows.length === max)
			throw tooMany(fromSeq(rows.at(-1)?.seq ?? 0) + per - now, 'Too many payment requests.');
	}
};
