import { sql } from 'kysely';
import { operation } from '#shared/contract/content/bulk.ts';
import { decisionInput } from '#shared/contract/finance/acts.ts';
import {
	decision,
	decisionPage,
	decisions,
	decisionsQuery,
	withdrawalInput,
} from '#shared/contract/finance/decisions.ts';
import { findReceipts } from '#shared/receipts.ts';
import { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE } from '../../platform/api/idempotency.ts';
import { readPage } from '../../platform/api/page.ts';
import type { Database } from '../../platform/db/database.ts';
import { countTotal } from '../../platform/db/engine.ts';
import type { Api } from '../../platform/http/api.ts';
import { GUARDED, readIfMatch } from '../../platform/http/etag.ts';
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

	api.post('/decisions', {
		schema: {
			operationId: 'createDecision',
			summary: 'Makes a decision about money, or the same one about many things',
			description: `\`refund\`, \`reversal\`: money was given back. \`assignment\`: a payment is for an account; with \`together\`, several are parts of one plan. \`grant\`: an account gets months. \`write_off\`: a payment is no income. \`book\`, \`attach\`: a message or a statement line is a payment. \`decided\`: it is none, or will be given back. \`same\`: a line and a return without a receipt are the same money. \`expected\`: a caller named a receipt. \`note\`, \`seen\`: nothing else changes. One thing answers 201 with the decision; a list answers 200 with an operation, each decided on its own, which \`POST /api/operations/{id}/undo\` takes back. ${REPEATABLE} ${GUARDED} The tag is that of the payment.`,
			body: decisionInput,
			response: { 200: operation, 201: decision },
		},
		handler: async (request, reply) => {
			const { what, about, ...sent } = request.body;
			const read = readAct(what, sent);
			if (Array.isArray(about)) return decideMany(decider, request, about, read);
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
	});

	api.get('/decisions', {
		schema: {
			operationId: 'listAllDecisions',
			summary: 'Lists the decisions about money that count, newest first',
			querystring: decisionsQuery,
			response: { 200: decisionPage },
		},
		handler: async ({ query: { search, ...paging } }) => {
			const { limit, offset } = readPage(paging);
			const found = selectFound(database, search || undefined);
			const rows = await found.orderBy('d.id', 'desc').limit(limit).offset(offset).execute();
			return { data: rows.map(toDecision), total: await countTotal(found.clearSelect()) };
		},
	});

	api.get('/transactions/:id/decisions', {
		schema: {
			operationId: 'listDecisions',
			summary: 'Lists the decisions about a payment, withdrawn ones too, oldest first',
			response: { 200: decisions },
		},
		handler: async (request) => {
			const { id } = request.params as { id: string };
			const payment = await getPayment(database.read, id);
			return (await listDecisions(database.read, payment.id)).map(toDecision);
		},
	});

	api.delete('/decisions/:id', {
		schema: {
			operationId: 'takeBackDecision',
			summary: 'Takes a decision back and restores what was before it',
			description: `Answers 409 \`in_use\` with what rests on it in \`data\`. ${REPEATABLE} ${GUARDED} The tag is that of the payment.`,
			body: withdrawalInput,
			response: { 200: z.null() },
		},
		handler: (request, reply) => {
			const id = readRowId(request, 'Decision');
			const { reason } = request.body;
			const matches = readIfMatch(request);
			return createOnce(database, request, reply, async (trx, context) => {
				const acting = { trx, context, now: now() };
				const { payment_id } = await getDecision(trx, id);
				if (matches && payment_id) await checkVersion(acting, payment_id, matches);
				await takeBack(acting, id, reason);
				return { data: null };
			});
		},
	});
};
