import type { ErrorCode } from '#shared/contract/platform/errors.ts';

/** The calls, by operation id, that answer a code for a reason of their own; the guard's codes are not repeated here. */
export const ownFailures: Partial<Record<ErrorCode, RegExp>> = {
	changed: /^(createOperation|undoOperation|closePeriod)$/,
	conflict:
		/^(takeBackDecision|withdraw\w+|undoOperation|updatePerson|createLink|(close|reopen)Period|settle\w+|bookLine|attachLine|writeOffTransaction|checkTransaction|closeProblem|finishUpload|putChunk|changeAuthenticator|createAuthenticator|removeSecondFactor|addPasskey|removePasskey|create\w+|requestPayment)$/,
	devices_full: /^createDevice$/,
	editors_only:
		/^((create|update|delete|publish)(Course|Subject|Topic|ExamSet|PastPaper)|reorder\w+|restoreDeletion|(create|undo)Operation|closeProblems?|reopenProblems)$/,
	external_id_taken:
		/^(create|update|copy)(Course|Subject|Topic|ExamSet|PastPaper)$|^restoreDeletion$/,
	files_failed: /^(uploadFile|finishUpload|getFilePicture|getFileLink)$/,
	files_unavailable: /^(uploadFile|finishUpload|getFilePicture|getFileLink)$/,
	forbidden: /^(downloadContent|getFileLink)$/,
	in_use: /^(takeBackDecision|withdrawDecision|withdrawGrant|endAccount|removeStatement)$/,
	invalid_link: /^(getLinkOwner|useLink|createFirstAdministrator)$/,
	link_expired: /^downloadContent$/,
	mail_off: /^requestPasswordReset$/,
	no_file: /^getFileLink$/,
	no_match: /^(createDevice|claimPayment)$/,
	not_found: /^(createFirstAdministrator|createDecision|reportProblem)$/,
	not_ready: /^(publish\w+|closePeriod|settleDelivery)$/,
	parent_gone: /^restoreDeletion$/,
	passkey_refused: /^(addPasskey|signInWithPasskey|confirmWithPasskey)$/,
	payment_refused: /^(requestPayment|payForAccount)$/,
	payment_required: /^getFileLink$/,
	payment_unanswered: /^(requestPayment|payForAccount|checkTransaction)$/,
	unknown_account:
		/^(createAssignment|assignPayments|createGrant|createSignInCode|payForAccount|claimPayment|requestPayment|createDecision)$/,
	payments_off: /^(requestPayment|payForAccount|checkTransaction)$/,
	reauth_required: /^createAuthenticator$/,
	start_again: /^listChanges$/,
	unauthenticated: /^(getPasskeySignInOptions|getFileLink|payForAccount)$/,
	unsupported_type: /^(uploadFile|finishUpload|putChunk|importStatement)$/,
};
