import { sql } from 'kysely';
import { decisionCalls } from '#shared/contract/finance/calls.ts';
import { findReceipts } from '#shared/receipts.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { readPage } from '../../platform/api/page.ts';
import type { Database } from '../../platform/db/database.ts';
import { countTotal } from '../../platform/db/engine.ts';
import type { Api } from '../../platform/http/api.ts';
import { getDecision, listDecisions, selectActive, toDecision } from '../decisions/store.ts';
import { checkVersion } from '../payments/check-version.ts';
import {
	computeTransactionTag,
	findPayment,
	getPayment,
	readRowId,
	withMarks,
} from '../payments/store.ts';
import { decideMany, type ManyDecider } from './many.ts';
import { makeDecideOne } from './one.ts';
import { addOtherAddresses } from './other-addresses.ts';
import { readAct } from './table.ts';
import { takeBack } from './take-back.ts';

/** Selects the decisions that count, or those of them about a receipt, or about the payment with it. */
const selectFound = (database: Database, search: string | undefined) => {
	const receipt = search && (findReceipts(search)[0] ?? search.trim().toUpperCase());
	return selectActive(database.read).$if(Boolean(receipt), (query) =>
		query.where((eb) =>
			eb.or([
				eb('d.receipt', '=', receipt as string),
				sql<boolean>`d.payment_id in (select id from payments where receipt = ${receipt})`,
			]),
		),
	);
};

/** Adds the call that makes decisions, its other addresses, the lists of decisions, and the call that takes one back. */
export const addDecisionRoutes = (api: Api, decider: ManyDecider) => {
	const { database, now } = decider;
	const decideOne = makeDecideOne(decider);
	addOtherAddresses(api, decider, decideOne);

	answerCalls(api, { database, now }, decisionCalls, {
		createDecision: async (request, reply) => {
			const { what, about, ...sent } = request.body;
			const read = readAct(what, sent);
			if (Array.isArray(about)) {
				const data = await decideMany(decider, request, about, read);
				return reply.send({ success: true, data });
			}
			await decideOne(request, reply, about, read, async (trx, made) => {
				const payment =
					made.payment_id === null ? undefined : await findPayment(trx, made.payment_id);
				const [shown] = await withMarks(trx, payment ? [payment] : [], now());
				return {
					status: 201,
					data: toDecision(made),
					...(shown && { version: computeTransactionTag(shown) }),
				};
			});
			return reply;
		},
		listAllDecisions: async ({ query: { search, ...paging } }) => {
			const { limit, offset } = readPage(paging);
			const found = selectFound(database, search || undefined);
			const rows = await found.orderBy('d.id', 'desc').limit(limit).offset(offset).execute();
			return { data: rows.map(toDecision), total: await countTotal(found.clearSelect()) };
		},
		listDecisions: async ({ params }) => {
			const payment = await getPayment(database.read, params.id);
			return (await listDecisions(database.read, payment.id)).map(toDecision);
		},
		takeBackDecision: {
			write: async (acting, request) => {
				const { trx, matches } = acting;
				const id = readRowId(request, 'Decision');
				const { payment_id } = await getDecision(trx, id);
				if (matches && payment_id) await checkVersion(acting, payment_id, matches);
				await takeBack(acting, id, request.body.reason);
			},
		},
	});
};
