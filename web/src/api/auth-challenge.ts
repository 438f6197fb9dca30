import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';
import { createChanges } from './changes.ts';

/**
 * An authentication challenge, which only the person can meet: the session has ended, or the server wants
 * the password once more before something sensitive.
 */
export type AuthChallenge = 'sign-in' | 'reauthenticate';

/** Whoever waits for a challenge learns whether it was cleared or given up. */
type Waiting = ReturnType<typeof Promise.withResolvers<boolean>>;

const waiting = new Map<AuthChallenge, Waiting>();
const { subscribe, tell } = createChanges();
let known: string | undefined;
let cleared = 0;
let declined = false;

/** Without a session nothing else can be asked for either, so that comes first. */
const first = (): AuthChallenge | undefined =>
	waiting.has('sign-in') ? 'sign-in' : waiting.has('reauthenticate') ? 'reauthenticate' : undefined;

/** Returns the open authentication challenge, if any. */
export const useAuthChallenge = () => useSyncExternalStore(subscribe, first);

/**
 * From now on a session that ends is asked for again; before that nobody has signed in at all.
 * Answers whether it is still the same person.
 */
export const rememberAccount = (id: string): boolean => {
	const same = known === undefined || known === id;
	known = id;
	return same;
};

/** After a person has given up, reads that go on by themselves leave them alone; this ends that. */
export const allowChallenges = () => {
	declined = false;
};

/** The person has done what was asked (every call that waits goes on), or has given up (all fail). */
export const resolveChallenge = (challenge: AuthChallenge, done: boolean) => {
	if (done) cleared++;
	declined = !done && challenge === 'sign-in';
	// Whoever has just signed in has also just given the password; and whoever gives it is signed in, but a
	// call that was under way came by the cookie that the session had before.
	const settled = done || challenge === 'sign-in' ? [...waiting.keys()] : [challenge];
	for (const each of settled) {
		const waiter = waiting.get(each);
		waiting.delete(each);
		waiter?.resolve(done);
	}
	tell();
};

/**
 * Esc closes what is asked and leaves the dialog below it alone, which listens for the same key: this
 * has to listen before any other does. Answers how to stop it.
 */
export const declineOnEscape = () => {
	const hear = (event: KeyboardEvent) => {
		const challenge = first();
		if (event.key !== 'Escape' || event.isComposing || !challenge) return;
		event.stopImmediatePropagation();
		resolveChallenge(challenge, false);
	};
	window.addEventListener('keydown', hear, { capture: true });
	return () => window.removeEventListener('keydown', hear, { capture: true });
};

const wait = (challenge: AuthChallenge): Promise<boolean> => {
	const there = waiting.get(challenge);
	if (there) return there.promise;
	const fresh: Waiting = Promise.withResolvers();
	waiting.set(challenge, fresh);
	tell();
	return fresh.promise;
};

const challengeIn = (error: unknown): AuthChallenge | undefined => {
	if (!(error instanceof ApiError)) return undefined;
	if (error.code === 'unauthenticated') return known === undefined ? undefined : 'sign-in';
	return error.code === 'reauth_required' ? 'reauthenticate' : undefined;
};

/**
 * Makes a call, and when it meets a challenge, makes it again once that is cleared: however many
 * calls wait, the person is asked once. Fails as the call did when the person gives up. `idle` is a
 * call that nobody pressed a button for: it does not ask again whoever has just given up.
 */
export const withAuthChallenge = async <T>(call: () => Promise<T>, idle = false): Promise<T> => {
	for (;;) {
		const before = cleared;
		try {
			return await call();
		} catch (error) {
			const challenge = challengeIn(error);
			// A call that left before the person was asked and is refused after they answered.
			const late = challenge !== undefined && cleared !== before;
			if (!challenge || (!late && idle && declined)) throw error;
			if (!late && !(await wait(challenge))) throw error;
		}
	}
};
