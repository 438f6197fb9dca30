import type { SystemCheck } from '#shared/contract/system.ts';

export const HOUR_MS = 3_600_000;
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

/** Bytes for a person. */
export const size = (bytes: number) =>
	bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GB` : `${Math.ceil(bytes / MIB)} MB`;

/** How many of what. */
export const counted = (count: number, one: string, many: string) =>
	`${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** A check that finds nothing wrong, about a moment perhaps. */
export const fine = (name: string, says: string, at: string | null = null): SystemCheck => ({
	name,
	state: 'ok',
	says,
	at,
	advice: null,
});

/** The same check, with what to do about it. */
export const trouble = (
	check: SystemCheck,
	state: 'look' | 'act',
	advice: string,
): SystemCheck => ({
	...check,
	state,
	advice,
});
