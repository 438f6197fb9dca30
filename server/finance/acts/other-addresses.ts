import { operation } from '#shared/contract/content/bulk.ts';
import { assignmentsInput } from '#shared/contract/finance/accounts.ts';
import type { About } from '#shared/contract/finance/acts.ts';
import { adjustmentInput, assignmentInput } from '#shared/contract/finance/adjustments.ts';
import { transactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import {
	lineAttachment,
	lineBooking,
	lineSettlement,
} from '#shared/contract/finance/reconciliation.ts';
import { deliverySettlement } from '#shared/contract/finance/settlements.ts';
import { transaction } from '#shared/contract/finance/transactions.ts';
import { writeOffInput } from '#shared/contract/finance/write-offs.ts';
import { z } from '#shared/zod.ts';
import { REPEATABLE } from '../../platform/api/idempotency.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Api } from '../../platform/http/api.ts';
import { GUARDED } from '../../platform/http/etag.ts';
import { withEvidence } from '../payments/evidence.ts';
import { computeTransactionTag, findPayment, withMarks } from '../payments/store.ts';
import { withdrawDecision } from './line.ts';
import { decideMany, type ManyDecider } from './many.ts';
import type { DecideOne, Describe } from './one.ts';
import type { ToDecide } from './table.ts';

/** An address of a decision about the thing that the path names, besides `POST /decisions`. */
interface Address {
	path: string;
	kind: About['kind'];
	operationId: string;
	summary: string;
	body: z.ZodMiniObject;
	/** The decision that a body stands for. */
	read: (body: never) => ToDecide;
	status: 200 | 201;
	/** The payment of the decision, also with its evidence; or nothing. */
	answer: 'evidence' | 'payment' | 'nothing';
}

const addresses: readonly Address[] = [
	{
		path: '/transactions/:id/adjustments',
		kind: 'payment',
		operationId: 'createAdjustment',
		summary: 'Records a reversal or refund of a payment; its status does not change',
		body: adjustmentInput,
		read: ({ kind, ...values }: z.infer<typeof adjustmentInput>) => ({ what: kind, values }),
		...{ status: 201, answer: 'evidence' },
	},
	{
		path: '/transactions/:id/write-off',
		kind: 'payment',
		operationId: 'writeOffTransaction',
		summary: 'Takes a completed payment out of revenue, books and access; it stays listed',
		body: writeOffInput,
		read: (values: z.infer<typeof writeOffInput>) => ({ what: 'write_off', values }),
		...{ status: 201, answer: 'evidence' },
	},
	{
		path: '/transactions/:id/assignments',
		kind: 'payment',
		operationId: 'createAssignment',
		summary: 'Assigns a payment to an account for a number of months; the newest assignment counts',
		body: assignmentInput,
		read: (values: z.infer<typeof assignmentInput>) => ({ what: 'assignment', values }),
		...{ status: 201, answer: 'evidence' },
	},
	{
		path: '/transactions/unmatched/:id/settle',
		kind: 'delivery',
		operationId: 'settleDelivery',
		summary: 'Decides about a message of M-Pesa without a payment; as a payment, it is counted',
		body: deliverySettlement,
		read: ({ as, months, anyway, ...values }: z.infer<typeof deliverySettlement>) =>
			as === 'payment'
				? { what: 'book', values: { months, anyway, ...values } }
				: { what: 'decided', values: { as, ...values } },
		...{ status: 200, answer: 'payment' },
	},
	{
		path: '/reconciliation/lines/:id/book',
		kind: 'line',
		operationId: 'bookLine',
		summary: 'Creates the payment of a statement line',
		body: lineBooking,
		read: (values: z.infer<typeof lineBooking>) => ({ what: 'book', values }),
		...{ status: 201, answer: 'payment' },
	},
	{
		path: '/reconciliation/lines/:id/attach',
		kind: 'line',
		operationId: 'attachLine',
		summary:
			'Matches a statement line to a payment: completes an open one, or records what the line gave back',
		body: lineAttachment,
		read: (values: z.infer<typeof lineAttachment>) => ({ what: 'attach', values }),
		...{ status: 201, answer: 'payment' },
	},
	{
		path: '/reconciliation/lines/:id/settle',
		kind: 'line',
		operationId: 'settleLine',
		summary: 'Explains a statement line, or a payment that is on no statement',
		body: lineSettlement,
		read: (values: z.infer<typeof lineSettlement>) => ({ what: 'decided', values }),
		...{ status: 200, answer: 'nothing' },
	},
];

const responses = {
	evidence: transactionWithEvidence,
	payment: z.nullable(transaction),
	nothing: z.null(),
};

/** Adds the addresses of decisions besides `POST /decisions`. */
export const addOtherAddresses = (api: Api, decider: ManyDecider, decideOne: DecideOne) => {
	const { database, now } = decider;
	const makeDescribe =
		({ status, answer }: Address): Describe =>
		async (trx, { payment_id }) => {
			if (answer === 'nothing' || payment_id === null) return { status, data: null };
			const payment = await findPayment(trx, payment_id);
			if (!payment) return { status, data: null };
			const [shown] = await withMarks(trx, [payment], now());
			const data = answer === 'evidence' ? await withEvidence(trx, payment, now()) : shown;
			return { status, data, ...(data && { version: computeTransactionTag(data) }) };
		};

	for (const address of addresses) {
		const { path, kind, operationId, summary, body, read, status, answer } = address;
		api.post(path, {
			schema: {
				operationId,
				summary,
				description: `Another address of \`POST /api/decisions\`. ${REPEATABLE}${answer === 'evidence' ? ` ${GUARDED}` : ''}`,
				body,
				response: { [status]: responses[answer] },
			},
			handler: async (request, reply) => {
				const { id } = request.params as { id: string };
				const decision = read(request.body as never);
				await decideOne(request, reply, { kind, id }, decision, makeDescribe(address));
				return reply;
			},
		});
	}

	api.post('/transactions/assignments', {
		schema: {
			operationId: 'assignPayments',
			summary: 'Assigns many payments to one account, or each to the account that was typed',
			description: `Another address of \`POST /api/decisions\`. Each payment is assigned on its own. With \`together\`, the payments are parts of one plan, of one account: the newest gets the months, the others count with it, and they are taken back together; 422 unless their sum is the price of a plan. Undo the operation with \`POST /api/operations/{id}/undo\`. ${REPEATABLE}`,
			body: assignmentsInput,
			response: { 200: operation },
		},
		handler: (request) => {
			const { ids, ...values } = request.body;
			const about = ids.map((id) => ({ kind: 'payment' as const, id }));
			return decideMany(decider, request, about, { what: 'assignment', values });
		},
	});

	api.delete('/reconciliation/lines/:id/decision', {
		schema: {
			operationId: 'withdrawDecision',
			summary: 'Takes the decision about a line back',
			response: { 200: z.null() },
		},
		handler: async (request) => {
			const { id } = request.params as { id: string };
			await database.write((trx) => {
				const context = toAuditContext(request);
				return withdrawDecision({ trx, context, now: now() }, id);
			});
			return null;
		},
	});
};
