import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';

/**
 * What a call meets that only the person can clear away: the session has ended, or the server wants
 * the password once more before something sensitive.
 */
export type Obstacle = 'signed-out' | 'confirm';

/** Whoever waits for an obstacle learns whether it was cleared or given up. */
type Waiting = ReturnType<typeof Promise.withResolvers<boolean>>;

const waiting = new Map<Obstacle, Waiting>();
const listeners = new Set<() => void>();
let known: string | undefined;
let met = false;
let cleared = 0;
let declined = false;

const tell = () => {
	for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

/** Without a session nothing else can be asked for either, so that comes first. */
const first = (): Obstacle | undefined =>
	waiting.has('signed-out') ? 'signed-out' : waiting.has('confirm') ? 'confirm' : undefined;

/** What the person is asked for at the moment, if anything. */
export const useObstacle = () => useSyncExternalStore(subscribe, first);

/** Whether any obstacle has been met yet: until then nobody needs what asks about them. */
export const useObstructed = () => useSyncExternalStore(subscribe, () => met);

/**
 * From now on a session that ends is asked for again; before that nobody has signed in at all.
 * Answers whether it is still the same person.
 */
export const someoneIsKnown = (id: string): boolean => {
	const same = known === undefined || known === id;
	known = id;
	return same;
};

/** After a person has given up, reads that go on by themselves leave them alone; this ends that. */
export const askAgain = () => {
	declined = false;
};

/** The person has done what was asked (every call that waits goes on), or has given up (all fail). */
export const settle = (obstacle: Obstacle, done: boolean) => {
	if (done) cleared++;
	declined = !done && obstacle === 'signed-out';
	// Whoever has just signed in has also just given the password; and whoever gives it is signed in, but a
	// call that was under way came by the cookie that the session had before.
	const settled = done || obstacle === 'signed-out' ? [...waiting.keys()] : [obstacle];
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
export const giveUpOnEscape = () => {
	const hear = (event: KeyboardEvent) => {
		const obstacle = first();
		if (event.key !== 'Escape' || event.isComposing || !obstacle) return;
		event.stopImmediatePropagation();
		settle(obstacle, false);
	};
	window.addEventListener('keydown', hear, { capture: true });
	return () => window.removeEventListener('keydown', hear, { capture: true });
};

const wait = (obstacle: Obstacle): Promise<boolean> => {
	const there = waiting.get(obstacle);
	if (there) return there.promise;
	const fresh: Waiting = Promise.withResolvers();
	waiting.set(obstacle, fresh);
	met = true;
	tell();
	return fresh.promise;
};

const obstacleIn = (error: unknown): Obstacle | undefined => {
	if (!(error instanceof ApiError)) return undefined;
	if (error.code === 'unauthenticated') return known === undefined ? undefined : 'signed-out';
	return error.code === 'reauth_required' ? 'confirm' : undefined;
};

/**
 * Makes a call, and when it meets an obstacle, makes it again once that is cleared: however many
 * calls wait, the person is asked once. Fails as the call did when the person gives up. `idle` is a
 * call that nobody pressed a button for: it does not ask again whoever has just given up.
 */
export const pastObstacles = async <T>(call: () => Promise<T>, idle = false): Promise<T> => {
	for (;;) {
		const before = cleared;
		try {
			return await call();
		} catch (error) {
			const obstacle = obstacleIn(error);
			if (!obstacle) throw error;
			// A call that left before the person was asked and is refused after they answered.
			if (cleared !== before) continue;
			if (idle && declined) throw error;
			if (!(await wait(obstacle))) throw error;
		}
	}
};
