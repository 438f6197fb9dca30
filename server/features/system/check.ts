import type { SystemCheck, SystemCheckSubject } from '#shared/contract/system.ts';

export const HOUR_MS = 3_600_000;
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

/** Bytes for a person. */
export const size = (bytes: number) =>
	bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GB` : `${Math.ceil(bytes / MIB)} MB`;

/** What somebody should do: at once, or when they have looked. Nothing where it is false. */
interface Advice {
	act?: string | false | undefined;
	look?: string | false | undefined;
	/** What it speaks of, where that has a list. */
	about?: SystemCheckSubject;
}

/** A check and what it says, about a moment perhaps; it finds nothing wrong where there is no advice. */
export const check = (
	name: string,
	says: string,
	{ act, look, about }: Advice = {},
	at: string | null = null,
): SystemCheck => {
	const advice = act || look || null;
	const state = advice === null ? 'ok' : act ? 'act' : 'look';
	return { name, state, says, at, advice, about: (advice && about) || null };
};
