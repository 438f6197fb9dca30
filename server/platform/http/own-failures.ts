import type { ErrorCode } from '#shared/contract/platform/errors.ts';

/** The calls, by operation id, that answer a code for a reason of their own; the guard's codes are not repeated here. */
export const ownFailures: Partial<Record<ErrorCode, RegExp>> = {
	changed: /^closePeriod$/,
	conflict:
		/^(takeBackDecision|withdrawDecision|(close|reopen)Period|settle\w+|bookLine|attachLine|writeOffTransaction|checkTransaction|create\w+|requestPayment)$/,
	in_use: /^(takeBackDecision|withdrawDecision|removeStatement)$/,
	not_found: /^createDecision$/,
	not_ready: /^(closePeriod|settleDelivery)$/,
	payment_refused: /^(requestPayment)$/,
	payment_unanswered: /^(requestPayment|checkTransaction)$/,
	unknown_account: /^(createAssignment|assignPayments|requestPayment|createDecision)$/,
	payments_off: /^(requestPayment|checkTransaction)$/,
	unsupported_type: /^importStatement$/,
};
