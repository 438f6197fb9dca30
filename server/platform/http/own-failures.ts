import type { ErrorCode } from '#shared/contract/platform/errors.ts';

/** The calls, by operation id, that answer a code for a reason of their own; the guard's codes are not repeated here. */
export const ownFailures: Partial<Record<ErrorCode, RegExp>> = {
	changed: /^(createOperation|undoOperation|closePeriod)$/,
	conflict:
		/^(takeBackDecision|withdraw\w+|undoOperation|updatePerson|createLink|(close|reopen)Period|settle\w+|bookLine|attachLine|writeOffTransaction|checkTransaction|closeProblem|finishUpload|putChunk|changeAuthenticator|createAuthenticator|removeSecondFactor|addPasskey|removePasskey|create\w+|requestPayment)$/,
	editors_only:
		/^((create|update|delete|publish)(Course|Subject|Topic|ExamSet|PastPaper)|reorder\w+|restoreDeletion|(create|undo)Operation|closeProblems?|reopenProblems)$/,
	external_id_taken:
		/^(create|update|copy)(Course|Subject|Topic|ExamSet|PastPaper)$|^restoreDeletion$/,
	files_failed: /^(uploadFile|finishUpload|getFilePicture)$/,
	files_unavailable: /^(uploadFile|finishUpload|getFilePicture)$/,
	in_use: /^(takeBackDecision|withdrawDecision|removeStatement)$/,
	invalid_link: /^(getLinkOwner|useLink|createFirstAdministrator)$/,
	mail_off: /^requestPasswordReset$/,
	not_found: /^(createFirstAdministrator|createDecision)$/,
	not_ready: /^(publish\w+|closePeriod|settleDelivery)$/,
	parent_gone: /^restoreDeletion$/,
	passkey_refused: /^(addPasskey|signInWithPasskey|confirmWithPasskey)$/,
	payment_refused: /^(requestPayment)$/,
	payment_unanswered: /^(requestPayment|checkTransaction)$/,
	unknown_account: /^(createAssignment|assignPayments|requestPayment|createDecision)$/,
	payments_off: /^(requestPayment|checkTransaction)$/,
	reauth_required: /^createAuthenticator$/,
	start_again: /^listChanges$/,
	unauthenticated: /^(getPasskeySignInOptions)$/,
	unsupported_type: /^(uploadFile|finishUpload|putChunk|importStatement)$/,
};
