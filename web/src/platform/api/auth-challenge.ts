import { useSyncExternalStore } from 'react';
import { PERSON_HEADER } from '#shared/contract/platform/auth-paths.ts';
import { ApiError } from './api-error.ts';
import { createChanges } from './changes.ts';

/**
 * An authentication challenge, which only the person can meet: the session has ended or belongs to someone else, or the
 * server asks for the password again before a sensitive action.
 */
export type AuthChallenge = 'sign-in' | 'reauthenticate';

/** The person who has signed in in another tab. */
export interface OtherPerson {
	name: string;
	role: string;
}

/** Resolves to true if the challenge was met, to false if the person gave up. */
type Waiting = ReturnType<typeof Promise.withResolvers<boolean>>;

const waiting = new Map<AuthChallenge, Waiting>();
const { subscribe, emit } = createChanges();
let accountId: string | undefined;
let otherPerson: OtherPerson | undefined;
let cleared = 0;
let declined = false;

/** Returns the challenge to show first: without a session, no other can be met. */
const getFirstChallenge = (): AuthChallenge | undefined =>
	waiting.has('sign-in') ? 'sign-in' : waiting.has('reauthenticate') ? 'reauthenticate' : undefined;

/** Returns the open authentication challenge, if any. */
export const useAuthChallenge = () => useSyncExternalStore(subscribe, getFirstChallenge);

/** Returns the person who has signed in in another tab, if that is the reason for the challenge. */
export const useOtherPerson = () => useSyncExternalStore(subscribe, () => otherPerson);

/**
 * Remembers the person whom the page shows; undefined forgets them before another person is shown. Without one, an ended
 * session opens no challenge, because no one has signed in.
 */
export const rememberAccount = (id: string | undefined) => {
	accountId = id;
};

/** Returns the header that names the person whom the page shows, for every call except a sign-in. */
export const buildPersonHeader = (): Record<string, string> =>
	accountId === undefined ? {} : { [PERSON_HEADER]: accountId };

/** Lets background reads open challenges again, which stops when a person gives up. */
export const allowChallenges = () => {
	declined = false;
};

/** Ends a challenge: waiting calls are repeated (`done`), or all fail because the person gave up. */
export const resolveChallenge = (challenge: AuthChallenge, done: boolean) => {
	if (done) cleared++;
	declined = !done && challenge === 'sign-in';
	if (challenge === 'sign-in') otherPerson = undefined;
	// Signing in includes giving the password. Giving the password needs a session, but a waiting call may have been sent
	// with the cookie of the previous one.
	const settled = done || challenge === 'sign-in' ? [...waiting.keys()] : [challenge];
	for (const each of settled) {
		const waiter = waiting.get(each);
		waiting.delete(each);
		waiter?.resolve(done);
	}
	emit();
};

/**
 * Makes Esc close the challenge and not the dialog below, which listens for the same key; must be registered before all
 * other listeners. Returns the cleanup function.
 */
export const declineOnEscape = () => {
	const handleKey = (event: KeyboardEvent) => {
		const challenge = getFirstChallenge();
		if (event.key !== 'Escape' || event.isComposing || !challenge) return;
		event.stopImmediatePropagation();
		resolveChallenge(challenge, false);
	};
	window.addEventListener('keydown', handleKey, { capture: true });
	return () => window.removeEventListener('keydown', handleKey, { capture: true });
};

const waitForChallenge = (challenge: AuthChallenge): Promise<boolean> => {
	const existing = waiting.get(challenge);
	if (existing) return existing.promise;
	const created: Waiting = Promise.withResolvers();
	waiting.set(challenge, created);
	emit();
	return created.promise;
};

const findChallenge = (error: unknown): AuthChallenge | undefined => {
	if (!(error instanceof ApiError)) return undefined;
	if (error.code === 'unauthenticated' || error.code === 'other_person') {
		if (accountId === undefined) return undefined;
		otherPerson = error.data as OtherPerson | undefined;
		emit();
		return 'sign-in';
	}
	return error.code === 'reauth_required' ? 'reauthenticate' : undefined;
};

/**
 * Makes a call and, if it meets a challenge, repeats the call once the challenge is met; the person is asked once for
 * all waiting calls. Throws the call's error if the person gives up. `idle` is for background calls, which open no
 * challenge after the person has given up (decision 0051).
 */
export const withAuthChallenge = async <T>(call: () => Promise<T>, idle = false): Promise<T> => {
	for (;;) {
		const clearedBefore = cleared;
		try {
			return await call();
		} catch (error) {
			const challenge = findChallenge(error);
			// The call was sent before the challenge and refused after it was met.
			const isOutdated = challenge !== undefined && cleared !== clearedBefore;
			if (!challenge || (!isOutdated && idle && declined)) throw error;
			if (!isOutdated && !(await waitForChallenge(challenge))) throw error;
		}
	}
};
