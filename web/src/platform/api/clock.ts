import { useSyncExternalStore } from 'react';
import { getAheadMs, setAheadMs } from '#shared/clock.ts';

/** Smaller differences come from the line: the header has whole seconds, and a response takes time. */
const NOISE_MS = 10_000;

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => void listeners.delete(listener);
};

/** Reads the server's time from the `Date` header of a response. */
export const readServerTime = (header: string | null) => {
	const ms = Date.parse(header ?? '') - Date.now();
	if (Number.isNaN(ms) || Math.abs(ms - getAheadMs()) < NOISE_MS) return;
	setAheadMs(ms);
	for (const listener of listeners) listener();
};

/** Returns how far the server's clock is ahead of the device's, in milliseconds. */
export const useAheadMs = () => useSyncExternalStore(subscribe, getAheadMs);
