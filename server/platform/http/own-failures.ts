import type { ErrorCode } from '#shared/contract/platform/errors.ts';

/** The calls, by operation id, that answer a code for a reason of their own; the guard's codes are not repeated here. */
export const ownFailures: Partial<Record<ErrorCode, RegExp>> = {
	changed: /^closePeriod$/,
	conflict:
		/^(takeBackDecision|withdraw\w+|updatePerson|createLink|(close|reopen)Period|settle\w+|bookLine|attachLine|writeOffTransaction|checkTransaction|changeAuthenticator|createAuthenticator|removeSecondFactor|addPasskey|removePasskey|create\w+|requestPayment)$/,
	in_use: /^(takeBackDecision|withdrawDecision|removeStatement)$/,
	invalid_link: /^(getLinkOwner|useLink|createFirstAdministrator)$/,
	mail_off: /^requestPasswordReset$/,
	not_found: /^(createFirstAdministrator|createDecision)$/,
	not_ready: /^(closePeriod|settleDelivery)$/,
	passkey_refused: /^(addPasskey|signInWithPasskey|confirmWithPasskey)$/,
	payment_refused: /^(requestPayment)$/,
	payment_unanswered: /^(requestPayment|checkTransaction)$/,
	unknown_account: /^(createAssignment|assignPayments|requestPayment|createDecision)$/,
	payments_off: /^(requestPayment|checkTransaction)$/,
	reauth_required: /^createAuthenticator$/,
	start_again: /^listChanges$/,
	unauthenticated: /^(getPasskeySignInOptions)$/,
	unsupported_type: /^importStatement$/,
};
