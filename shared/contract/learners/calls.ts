import { defineCalls } from '../../call.ts';
import { z } from '../../zod.ts';
import { fileTypes } from '../content/files.ts';
import { problemInput } from '../content/problems.ts';
import {
	access,
	accountsQuery,
	claimInput,
	device,
	deviceInput,
	grantInput,
	learnerPayment,
	listedAccount,
	madeAccounts,
	newAccounts,
	ownDevice,
	paymentRequired,
	signInCode,
	staffAccess,
} from '../finance/accounts.ts';
import { withdrawalInput } from '../finance/decisions.ts';
import { makePageSchema } from '../platform/lists.ts';
import { catalogue, fileLink, fileLinkQuery, learnerCourse, linkQuery } from './learners.ts';
import { courseUse, courseUseQuery, USE_DAYS } from './use.ts';

declare module '../../call.ts' {
	interface DeclaredCalls {
		use: typeof useCalls;
		published: typeof publishedCalls;
		reports: typeof reportCalls;
		devices: typeof deviceCalls;
		ownAccount: typeof ownAccountCalls;
		accounts: typeof accountCalls;
	}
}

/** The call on how often files are opened. */
export const useCalls = defineCalls({
	getCourseUse: {
		at: 'GET /courses/:courseId/use',
		permission: 'content:read',
		summary: 'Counts how often links to the files of a course were given out',
		description: `By item and by day of East Africa Time, without who asked. Counts are kept for ${USE_DAYS} days.`,
		query: courseUseQuery,
		answer: courseUse,
	},
});

const forAll = { permission: 'public', forLearners: true } as const;
const forDevices = { permission: 'device', forLearners: true } as const;

/** The calls of apps of learners that read what is published. */
export const publishedCalls = defineCalls({
	getCatalogue: {
		...forAll,
		at: 'GET /v1/catalogue',
		summary: 'Retrieves the courses that learners see, the plans, and the number to pay to',
		description: 'Returns 304 to the newest `ETag` in `If-None-Match`.',
		answer: catalogue,
	},
	getPublishedCourse: {
		...forAll,
		at: 'GET /v1/courses/:id',
		summary: 'Retrieves a course with everything in it that learners see',
		description:
			'An app keeps the answers of the courses that its learner uses; items that the newest answer lacks were removed. Ids and `sha256` stay the same when an item moves. Returns 304 to the newest `ETag` in `If-None-Match`, and 404 for a course in which nothing is shown.',
		answer: learnerCourse,
	},
	getFileLink: {
		...forAll,
		at: 'GET /v1/files/:id',
		summary: 'Retrieves a link to the file of a topic or past paper',
		description:
			'The link needs no header and works until `until`; then it returns 403 `link_expired`. Ask again, and continue with `Range` and `If-Range`. Returns 404 for an item that is not shown, 404 `no_file` without a file, and for a premium item 401 without a token and 402 `payment_required` without open access.',
		query: fileLinkQuery,
		answer: fileLink,
		others: { 402: paymentRequired },
		failures: [
			'files_failed',
			'files_unavailable',
			'forbidden',
			'no_file',
			'payment_required',
			'unauthenticated',
		],
	},
	downloadContent: {
		...forAll,
		at: 'GET /v1/content/files/:name',
		summary: 'Downloads the file of a link, or a part of it',
		description:
			'Supports `Range` and `If-Range`; the `ETag` is the SHA-256. Addresses come from `/api/v1/files/{id}`. Returns 403 for a changed link, and 403 `link_expired` after its end.',
		query: linkQuery,
		produces: Object.values(fileTypes),
		answer: z.any(),
		whole: true,
		failures: ['forbidden', 'link_expired'],
	},
});

/** The call of apps of learners that reports a problem. */
export const reportCalls = defineCalls({
	reportProblem: {
		...forAll,
		at: 'POST /v1/problems',
		summary: 'Reports a problem with the file of a topic or past paper',
		description:
			'The token of a device is optional. Phone numbers in the text are masked before it is stored. Returns 404 for an item that is not shown, and 429 after 5 reports an hour of a device, or of an address without one, and after 60 an hour of an address.',
		body: problemInput,
		status: 202,
		answer: z.null(),
		failures: ['not_found'],
		repeatable: true,
	},
});

/** The calls that sign devices in and out. */
export const deviceCalls = defineCalls({
	createDevice: {
		...forAll,
		at: 'POST /v1/devices',
		summary:
			'Signs a device in: to a new account, or to an account with a receipt or a code of the staff',
		description:
			'The receipt is that of a payment that counts for the account, typed or in a whole message of M-Pesa; the device is signed out when the payment stops counting. An account has at most three devices: the fourth signs out the one that was unused longest if that was unused for a day, else 409 `devices_full`. Returns 404 `no_match` for a wrong receipt or code, and 429 for wrong ones above 300 an hour of an address; a right one is never refused. New accounts are limited to 600 an hour of an address. The stored answer is encrypted, for requests from the same address.',
		body: deviceInput,
		status: 201,
		answer: device,
		failures: ['devices_full', 'no_match'],
		repeatable: true,
	},
	listDevices: {
		...forDevices,
		at: 'GET /v1/devices',
		summary: 'Lists the devices of the account of the device, the last used first',
		answer: z.array(ownDevice),
	},
	removeDevice: {
		...forDevices,
		at: 'DELETE /v1/devices/:id',
		summary: 'Signs a device of the account out: one by its id, or `this`',
		answer: z.null(),
	},
});

/** The calls of devices about their account: access, payments and claims. */
export const ownAccountCalls = defineCalls({
	getAccess: {
		...forDevices,
		at: 'GET /v1/access',
		summary: 'Retrieves the access of the account of the device',
		description:
			'Call it at start, and every three seconds while a payment is awaited. Returns 401 once the device is signed out.',
		answer: access,
	},
	payForAccount: {
		...forAll,
		at: 'POST /v1/payments',
		summary: 'Sends a payment request for a plan to any phone',
		description:
			'Needs the token of a device, or a key of the role `app` with `account`, which is made with its first request. Returns 202 with the access, 422 for months without a plan, and 429 above the limits: 3 requests an hour of an account to a phone, 6 an hour to a phone, 10 a day of an account; of accounts that never paid also 5 an hour of an address and 60 a minute in all; 60 a minute of a key. Other errors are those of `POST /api/payments`.',
		body: learnerPayment,
		status: 202,
		answer: access,
		failures: [
			'payment_refused',
			'payment_unanswered',
			'payments_off',
			'unauthenticated',
			'unknown_account',
		],
		repeatable: true,
	},
	claimPayment: {
		...forDevices,
		at: 'POST /v1/claims',
		summary: 'Takes a payment for an unknown account into the account of the device',
		description:
			'The receipt, typed or in a whole message of M-Pesa, and the number that paid prove the payment, which can be claimed once. Returns 404 `no_match` for every reason alike, and 429 after 10 wrong claims of a receipt in an hour from all addresses together; then its payment waits for the staff.',
		body: claimInput,
		answer: access,
		failures: ['no_match', 'unknown_account'],
		repeatable: true,
	},
});

/** The calls of staff about accounts: access, devices, codes and grants. */
export const accountCalls = defineCalls({
	listAccounts: {
		at: 'GET /accounts',
		permission: 'accounts:use',
		summary: 'Lists accounts, newest first',
		description: 'Phone numbers are accounts too, and are not listed.',
		query: accountsQuery,
		answer: makePageSchema(listedAccount),
	},
	createAccounts: {
		at: 'POST /accounts',
		permission: 'accounts:use',
		summary: 'Makes accounts, such as admission numbers',
		description:
			'Only these accounts, those of devices and phone numbers exist: payments to others wait for a person. An account has 4 to 20 letters, digits, `/` or `-`, at least three of them digits; the last of nine digits is a Luhn check digit. If one is refused, none is made: `data.refused` names each with the reason and similar accounts (`did_you_mean`).',
		body: newAccounts,
		status: 201,
		answer: madeAccounts,
		repeatable: true,
	},
	getAccountAccess: {
		at: 'GET /accounts/:account',
		permission: 'accounts:use',
		summary: 'Retrieves the access of an account with its payments, grants and devices',
		answer: staffAccess,
	},
	endAccount: {
		at: 'DELETE /accounts/:account',
		permission: 'payments:act',
		summary:
			'Ends an account on which no months, device or open request rests, with its sign-in codes',
		answer: z.null(),
		failures: ['in_use'],
	},
	signOutDevices: {
		at: 'DELETE /accounts/:account/devices',
		permission: 'payments:act',
		summary: 'Signs out all devices of an account, and withdraws its sign-in codes',
		answer: staffAccess,
	},
	createSignInCode: {
		at: 'POST /accounts/:account/codes',
		permission: 'accounts:use',
		summary: 'Makes a code that signs one device in to an account within 24 hours',
		description: 'For a lost phone, or an account that has only a grant. The code is shown once.',
		status: 201,
		answer: signInCode,
		failures: ['unknown_account'],
		repeatable: true,
	},
	withdrawSignInCodes: {
		at: 'DELETE /accounts/:account/codes',
		permission: 'payments:act',
		summary: 'Withdraws the sign-in codes of an account, and signs out the devices that used one',
		answer: staffAccess,
		failures: ['conflict'],
	},
	createGrant: {
		at: 'POST /accounts/:account/grants',
		permission: 'payments:act',
		summary: 'Gives an account months without a payment, from today on',
		body: grantInput,
		status: 201,
		answer: staffAccess,
		failures: ['unknown_account'],
		repeatable: true,
	},
	withdrawGrant: {
		at: 'DELETE /accounts/:account/grants/:id',
		permission: 'payments:act',
		summary: 'Withdraws months that an account was given',
		body: withdrawalInput,
		answer: staffAccess,
		failures: ['conflict', 'in_use'],
	},
});
