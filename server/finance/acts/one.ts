import type { FastifyReply, FastifyRequest } from 'fastify';
import type { About } from '#shared/contract/finance/acts.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import type { Trx } from '../../platform/db/database.ts';
import { readIfMatch } from '../../platform/http/etag.ts';
import { getDecision, type StoredDecision } from '../decisions/store.ts';
import { requeueEarly } from '../payments/apply.ts';
import { checkVersion } from '../payments/check-version.ts';
import { findPayment } from '../payments/store.ts';
import type { ManyDecider } from './many.ts';
import { decide, type ToDecide } from './table.ts';

/** What answers a decision: data for its call, from the decision and its payment. */
export type Describe = (
	trx: Trx,
	made: StoredDecision,
) => Promise<{ status: number; data: unknown; version?: string }>;

/** Makes one decision for a request and answers it. */
export type DecideOne = (
	request: FastifyRequest,
	reply: FastifyReply,
	about: About,
	decision: ToDecide,
	describe: Describe,
) => Promise<unknown>;

/** Returns the function that makes one decision for a request. */
export const makeDecideOne =
	({ database, now, plans }: ManyDecider): DecideOne =>
	async (request, reply, about, decided, describe) => {
		const matches = readIfMatch(request);
		let report: string | undefined;
		await createOnce(database, request, reply, async (trx, context) => {
			const acting = { trx, context, now: now(), plans };
			if (matches && about.kind === 'payment') await checkVersion(acting, about.id, matches);
			const made = await getDecision(trx, await decide(acting, about, decided));
			if (made.about_kind === 'delivery' && made.payment_id !== null)
				report = (await findPayment(trx, made.payment_id))?.checkout_request_id ?? undefined;
			return describe(trx, made);
		});
		// M-Pesa may have delivered the report more than once.
		if (report !== undefined) await requeueEarly(database, { request: report });
		return reply;
	};
