import { defineCalls } from '../../call.ts';
import { describeAs, z } from '../../zod.ts';
import {
	account,
	accountUpdate,
	authenticatorChange,
	confirmation,
	linkCheck,
	linkOwner,
	linkUse,
	linkUsed,
	newAuthenticator,
	passwordChange,
	passwordIfAny,
	passwordResetRequest,
	session,
	setup,
	site,
} from './profile.ts';
import { view, viewCreate } from './views.ts';
import {
	passkey,
	passkeyCreate,
	passkeyOptions,
	passkeySignIn,
	passkeyUpdate,
	passkeyUse,
} from './ways-in.ts';

declare module '../../call.ts' {
	interface DeclaredCalls {
		profile: typeof accountCalls;
		views: typeof viewCalls;
		sessions: typeof sessionCalls;
		passkeys: typeof passkeyCalls;
		authenticator: typeof authenticatorCalls;
		signIn: typeof signInCalls;
		auth: typeof authCalls;
	}
}

/** The calls on the caller's own account. */
export const accountCalls = defineCalls({
	getAccount: {
		at: 'GET /account',
		permission: 'signed-in',
		summary: 'Retrieves your account',
		answer: account,
	},
	updateAccount: {
		at: 'PUT /account',
		permission: 'self',
		summary: 'Updates your name',
		body: accountUpdate,
		answer: account,
	},
	confirmPassword: {
		at: 'POST /account/confirm',
		permission: 'self',
		summary: 'Confirms your password for sensitive calls; the session gets a new cookie',
		body: confirmation,
		answer: account,
	},
	changePassword: {
		at: 'POST /account/password',
		permission: 'self',
		summary: 'Changes your password and ends all your other sessions',
		body: passwordChange,
		answer: account,
	},
});

/** The calls that keep and remove views. */
export const viewCalls = defineCalls({
	keepView: {
		at: 'POST /account/views',
		permission: 'self',
		summary: 'Keeps a list with its filters under a name',
		body: viewCreate,
		answer: view,
		status: 201,
		failures: ['conflict', 'forbidden'],
		repeatable: true,
	},
	removeView: {
		at: 'DELETE /account/views/:viewId',
		permission: 'self',
		summary: 'Removes one of your views or, as an administrator, a shared one',
		answer: z.null(),
	},
});

/** The calls that list and end the caller's own sessions. */
export const sessionCalls = defineCalls({
	listSessions: {
		at: 'GET /account/sessions',
		permission: 'self',
		summary: 'Lists your sessions',
		answer: z.array(session),
	},
	endSession: {
		at: 'DELETE /account/sessions/:sessionId',
		permission: 'self',
		summary: 'Ends one of your sessions',
		answer: z.null(),
	},
	endOwnSessions: {
		at: 'DELETE /account/sessions',
		permission: 'self',
		summary: 'Signs you out on all devices',
		answer: z.null(),
	},
});

/** The calls on passkeys: the person's own, signing in, and confirming. */
export const passkeyCalls = defineCalls({
	getPasskeySignInOptions: {
		at: 'POST /auth/passkey/options',
		permission: 'public',
		summary: 'Returns the challenge for a passkey, to sign in or to confirm',
		answer: passkeyOptions,
		failures: ['unauthenticated'],
	},
	signInWithPasskey: {
		at: 'POST /auth/passkey',
		permission: 'public',
		summary: 'Signs in with a passkey and sets the session cookie',
		body: passkeySignIn,
		answer: z.null(),
		failures: ['passkey_refused'],
	},
	confirmWithPasskey: {
		at: 'POST /account/confirm/passkey',
		permission: 'self',
		summary: 'Confirms with a passkey instead of the password; the session gets a new cookie',
		body: passkeyUse,
		answer: z.null(),
		failures: ['passkey_refused'],
	},
	listPasskeys: {
		at: 'GET /account/passkeys',
		permission: 'self',
		summary: 'Lists your passkeys',
		answer: z.array(passkey),
	},
	getPasskeyOptions: {
		at: 'POST /account/passkeys/options',
		permission: 'self',
		fresh: true,
		summary: 'Returns the challenge for a new passkey',
		answer: passkeyOptions,
	},
	addPasskey: {
		at: 'POST /account/passkeys',
		permission: 'self',
		fresh: true,
		summary: 'Adds a passkey to your account',
		body: passkeyCreate,
		answer: z.array(passkey),
		failures: ['conflict', 'passkey_refused'],
	},
	renamePasskey: {
		at: 'PUT /account/passkeys/:passkeyId',
		permission: 'self',
		summary: 'Renames one of your passkeys',
		body: passkeyUpdate,
		answer: z.array(passkey),
	},
	removePasskey: {
		at: 'DELETE /account/passkeys/:passkeyId',
		permission: 'self',
		fresh: true,
		summary: 'Removes one of your passkeys',
		answer: z.null(),
		failures: ['conflict'],
	},
});

/** The calls that change the authenticator app of the caller. */
export const authenticatorCalls = defineCalls({
	createAuthenticator: {
		at: 'POST /account/authenticator',
		permission: 'self',
		summary: 'Creates the secret of another authenticator app',
		body: passwordIfAny,
		answer: newAuthenticator,
		failures: ['conflict', 'reauth_required'],
	},
	changeAuthenticator: {
		at: 'PUT /account/authenticator',
		permission: 'self',
		summary: 'Replaces your authenticator app by another one that shows this code',
		body: authenticatorChange,
		answer: z.null(),
		failures: ['conflict'],
	},
});

/** The calls for people without a session: first administrator, links, and forgotten passwords. */
export const signInCalls = defineCalls({
	getSite: {
		at: 'GET /site',
		permission: 'public',
		summary: 'Retrieves the settings of the sign-in page',
		answer: site,
	},
	createFirstAdministrator: {
		at: 'POST /setup',
		permission: 'public',
		summary: 'Creates the first administrator with the link that the server printed',
		body: setup,
		status: 201,
		answer: linkUsed,
		failures: ['conflict', 'invalid_link', 'not_found'],
	},
	getLinkOwner: {
		at: 'POST /links/check',
		permission: 'public',
		summary: 'Retrieves the owner of an invitation or reset link',
		body: linkCheck,
		answer: linkOwner,
		failures: ['invalid_link'],
	},
	useLink: {
		at: 'POST /links/use',
		permission: 'public',
		summary: 'Sets a password with a link, which then stops working',
		body: linkUse,
		answer: linkUsed,
		failures: ['invalid_link'],
	},
	requestPasswordReset: {
		at: 'POST /password-resets',
		permission: 'public',
		summary: 'Sends a password reset link by e-mail',
		body: passwordResetRequest,
		status: 202,
		answer: z.null(),
		failures: ['mail_off'],
	},
});

const inItsShape = describeAs(z.any(), 'In the shape of better-auth.');
const passedOn = { answer: inItsShape, whole: true, others: { default: inItsShape } } as const;
const code = z.object({ code: z.string() });
const password = z.object({ password: z.string() });

/** Those calls of better-auth that we offer. It checks the bodies itself, and answers keep its shapes. */
export const authCalls = defineCalls({
	signIn: {
		...passedOn,
		at: 'POST /auth/sign-in/email',
		permission: 'public',
		summary: 'Signs in with a password and sets the session cookie',
		body: z.object({
			email: z.string(),
			password: z.string(),
			rememberMe: describeAs(z.optional(z.boolean()), 'A device that is one’s own.'),
		}),
	},
	signOut: {
		...passedOn,
		at: 'POST /auth/sign-out',
		permission: 'public',
		summary: 'Signs out and ends the session',
	},
	verifyTotp: {
		...passedOn,
		at: 'POST /auth/two-factor/verify-totp',
		permission: 'public',
		summary: 'Signs in with a code of the authenticator, or confirms a new authenticator',
		body: code,
	},
	verifyBackupCode: {
		...passedOn,
		at: 'POST /auth/two-factor/verify-backup-code',
		permission: 'public',
		summary: 'Signs in with a recovery code',
		body: code,
	},
	enableTwoFactor: {
		...passedOn,
		at: 'POST /auth/two-factor/enable',
		permission: 'self',
		summary: 'Starts a new second factor, with its secret and recovery codes',
		body: password,
	},
	disableTwoFactor: {
		...passedOn,
		at: 'POST /auth/two-factor/disable',
		permission: 'self',
		summary: 'Removes the second factor',
		body: password,
	},
	generateBackupCodes: {
		...passedOn,
		at: 'POST /auth/two-factor/generate-backup-codes',
		permission: 'self',
		summary: 'Replaces the recovery codes',
		body: password,
	},
});
