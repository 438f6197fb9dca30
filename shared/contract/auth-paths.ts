/**
 * Signing in and out is better-auth's own, under `/api/auth`, with its own shapes: a failure is
 * `{ code, message }`, 401 for what does not match and 429 with `Retry-After` after too many tries.
 * The console calls, with `X-Requested-With: console`:
 *
 * | call | body | answers |
 * |---|---|---|
 * | `POST /api/auth/sign-in/email` | `{ email, password, rememberMe }` | 200; `{ twoFactorRedirect: true }` where a code is needed, else signed in |
 * | `POST /api/auth/two-factor/verify-totp` | `{ code }` | 200, signed in; five tries, within five minutes, then sign in again. Signed in already, it ends an enrolment |
 * | `POST /api/auth/two-factor/verify-backup-code` | `{ code }` | 200, signed in by one of the recovery codes |
 * | `POST /api/auth/two-factor/enable` | `{ password }` | `{ totpURI, backupCodes }`; it counts once `verify-totp` has taken a code |
 * | `POST /api/auth/two-factor/generate-backup-codes` | `{ password }` | `{ backupCodes }`; the older ones end |
 * | `POST /api/auth/two-factor/disable` | `{ password }` | 200; 403 where the role requires one |
 * | `POST /api/auth/sign-out` | `{}` | 200, cookies cleared |
 *
 * `rememberMe: true` is a trusted device: 30 days of use; otherwise 12 hours.
 */
export const authPath = '/auth';

/** The pages outside `/admin`; the secret of a link stands behind its `#`, so that no server sees it. */
export const pages = {
	signIn: '/sign-in',
	setup: '/setup',
	invitation: '/invitation',
	reset: '/reset',
} as const;
