import type { FastifyReply } from 'fastify';
import type { Call } from '#shared/call.ts';
import type { About } from '#shared/contract/finance/acts.ts';
import type { adjustmentInput, assignmentInput } from '#shared/contract/finance/adjustments.ts';
import { manyDecisionCalls, otherDecisionCalls } from '#shared/contract/finance/calls.ts';
import type {
	lineAttachment,
	lineBooking,
	lineSettlement,
} from '#shared/contract/finance/reconciliation.ts';
import type { deliverySettlement } from '#shared/contract/finance/settlements.ts';
import type { writeOffInput } from '#shared/contract/finance/write-offs.ts';
import type { z } from '#shared/zod.ts';
import { answerCalls, type CallRequest } from '../../platform/api/calls.ts';
import type { Api } from '../../platform/http/api.ts';
import { withEvidence } from '../payments/evidence.ts';
import { computeTransactionTag, findPayment, withMarks } from '../payments/store.ts';
import { withdrawDecision } from './line.ts';
import { decideMany, type ManyDecider } from './many.ts';
import type { DecideOne, Describe } from './one.ts';
import type { ToDecide } from './table.ts';

/** The decision that another address makes about the thing that its path names. */
interface Address {
	kind: About['kind'];
	/** The decision that a body stands for. */
	read: (body: never) => ToDecide;
	/** The payment of the decision, also with its evidence; or nothing. */
	answer: 'evidence' | 'payment' | 'nothing';
}

const addresses: Readonly<Record<keyof typeof otherDecisionCalls, Address>> = {
	createAdjustment: {
		kind: 'payment',
		read: ({ kind, ...values }: z.infer<typeof adjustmentInput>) => ({ what: kind, values }),
		answer: 'evidence',
	},
	writeOffTransaction: {
		kind: 'payment',
		read: (values: z.infer<typeof writeOffInput>) => ({ what: 'write_off', values }),
		answer: 'evidence',
	},
	createAssignment: {
		kind: 'payment',
		read: (values: z.infer<typeof assignmentInput>) => ({ what: 'assignment', values }),
		answer: 'evidence',
	},
	settleDelivery: {
		kind: 'delivery',
		read: ({ as, months, anyway, ...values }: z.infer<typeof deliverySettlement>) =>
			as === 'payment'
				? { what: 'book', values: { months, anyway, ...values } }
				: { what: 'decided', values: { as, ...values } },
		answer: 'payment',
	},
	bookLine: {
		kind: 'line',
		read: (values: z.infer<typeof lineBooking>) => ({ what: 'book', values }),
		answer: 'payment',
	},
	attachLine: {
		kind: 'line',
		read: (values: z.infer<typeof lineAttachment>) => ({ what: 'attach', values }),
		answer: 'payment',
	},
	settleLine: {
		kind: 'line',
		read: (values: z.infer<typeof lineSettlement>) => ({ what: 'decided', values }),
		answer: 'nothing',
	},
};

/** Adds the addresses of decisions besides `POST /decisions`. */
export const addOtherAddresses = (api: Api, decider: ManyDecider, decideOne: DecideOne) => {
	const { now } = decider;
	const makeDescribe =
		(status: number, { answer }: Address): Describe =>
		async (trx, { payment_id }) => {
			if (answer === 'nothing' || payment_id === null) return { status, data: null };
			const payment = await findPayment(trx, payment_id);
			if (!payment) return { status, data: null };
			const [shown] = await withMarks(trx, [payment], now());
			const data = answer === 'evidence' ? await withEvidence(trx, payment, now()) : shown;
			return { status, data, ...(data && { version: computeTransactionTag(data) }) };
		};

	const answer = (name: keyof typeof otherDecisionCalls) => {
		const address = addresses[name];
		const { status = 200 }: Call = otherDecisionCalls[name];
		return async (
			request: CallRequest<(typeof otherDecisionCalls)[typeof name]>,
			reply: FastifyReply,
		) => {
			const about = { kind: address.kind, id: request.params.id };
			const decision = address.read(request.body as never);
			await decideOne(request, reply, about, decision, makeDescribe(status, address));
			return reply;
		};
	};
	answerCalls(api, decider, otherDecisionCalls, {
		createAdjustment: answer('createAdjustment'),
		writeOffTransaction: answer('writeOffTransaction'),
		createAssignment: answer('createAssignment'),
		settleDelivery: answer('settleDelivery'),
		bookLine: answer('bookLine'),
		attachLine: answer('attachLine'),
		settleLine: answer('settleLine'),
	});
	answerCalls(api, decider, manyDecisionCalls, {
		assignPayments: (request) => {
			const { ids, ...values } = request.body;
			const about = ids.map((id) => ({ kind: 'payment' as const, id }));
			return decideMany(decider, request, about, { what: 'assignment', values });
		},
		withdrawDecision: { write: (acting, { params }) => withdrawDecision(acting, params.id) },
	});
};
