import { authPath, pages } from '#shared/contract/platform/auth-paths.ts';
import { ApiError } from './api-error.ts';
import { withAuthChallenge } from './auth-challenge.ts';
import { parseJson, sendRequest, toApiError } from './client.ts';
import { forgetOpened } from './recently-opened.ts';

/** Error body of better-auth (its `APIError`): a code and a message. */
interface AuthFailure {
	code?: string;
	message?: string;
}

/** Messages that tell the person what to do, by better-auth's error code. */
const words: Readonly<Record<string, string>> = {
	INVALID_EMAIL_OR_PASSWORD: 'Wrong e-mail or password.',
	INVALID_CODE: 'Wrong code. Codes change every 30 seconds.',
	USED_CODE: 'This code was already used. Wait up to 30 seconds for the next one.',
	INVALID_BACKUP_CODE: 'This recovery code is wrong or was already used.',
	INVALID_TWO_FACTOR_COOKIE: 'Time is up. Sign in again.',
	TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Sign in again.',
	INVALID_PASSWORD: 'Wrong password.',
};

const toFailure = (status: number, text: string, requestId: string | undefined) => {
	const ours = toApiError(status, text, { requestId });
	if (ours.kind !== 'foreign' || status >= 500) return ours;
	const { code = 'refused', message }: AuthFailure = parseJson(text) ?? {};
	const sentence = words[code] ?? message;
	if (!sentence) return ours;
	return new ApiError({
		kind: 'refused',
		status,
		code: code === 'UNAUTHORIZED' ? 'unauthenticated' : code,
		message: sentence,
	});
};

/** Calls better-auth, whose responses have no envelope. Throws `ApiError`. */
const requestAuth = async <T>(path: string, body: object = {}, forAnyone = false): Promise<T> => {
	const options = { method: 'POST', body, forAnyone } as const;
	const { ok, status, text, requestId } = await sendRequest(authPath + path, options);
	if (!ok) throw toFailure(status, text, requestId);
	const answer = parseJson(text);
	if (answer === undefined) throw new ApiError({ kind: 'foreign', status });
	return answer;
};

/** The result of a sign-in: done, or the code of the second factor is needed. */
export type SignedIn = 'in' | 'code';

/** Signs in by e-mail and password; `trusted` keeps this device signed in for 30 days of use. */
export const signIn = async (email: string, password: string, trusted: boolean) => {
	const body = { email, password, rememberMe: trusted };
	const answer = await requestAuth<{ twoFactorRedirect?: boolean }>('/sign-in/email', body, true);
	return (answer.twoFactorRedirect ? 'code' : 'in') satisfies SignedIn;
};

/** Completes a sign-in by the code of the second factor, or by one of the recovery codes. */
export const signInByCode = (code: string, kind: 'totp' | 'recovery') =>
	requestAuth(
		`/two-factor/${kind === 'totp' ? 'verify-totp' : 'verify-backup-code'}`,
		{ code },
		true,
	);

/** Ends this session. */
export const signOut = () => withAuthChallenge(() => requestAuth('/sign-out'));

/** Loads the sign-in page after signing out, so that nothing of the session remains in memory. */
export const reloadSignedOut = () => {
	forgetOpened();
	location.replace(pages.signIn);
};

/** Secret for an authenticator app, and recovery codes. */
export interface Enrolment {
	totpURI: string;
	backupCodes: string[];
}

/** Starts the setup of a second factor, which is active after `confirmSecondFactor`. */
export const beginSecondFactor = (password: string) =>
	withAuthChallenge(() => requestAuth<Enrolment>('/two-factor/enable', { password }));

/** Completes the setup with a code of the app. */
export const confirmSecondFactor = (code: string) =>
	withAuthChallenge(() => requestAuth('/two-factor/verify-totp', { code }));

/** Creates new recovery codes and invalidates the old ones. */
export const createRecoveryCodes = async (password: string) =>
	(
		await withAuthChallenge(() =>
			requestAuth<Pick<Enrolment, 'backupCodes'>>('/two-factor/generate-backup-codes', {
				password,
			}),
		)
	).backupCodes;

/** Disables the second factor. */
export const endSecondFactor = (password: string) =>
	withAuthChallenge(() => requestAuth('/two-factor/disable', { password }));
