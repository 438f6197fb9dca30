import {
	ANY_POSITION,
	POSITION,
	POSITION_COUNTS_MS,
	READ_AFTER,
} from '#shared/contract/read-after.ts';
import { readStored, store } from './stored.ts';

/** Where the pages of this site in one browser tell each other what was written last. */
const KEY = 'ufundi.read-after';

interface Heard {
	position: string;
	at: number;
}

let own: Heard = { position: ANY_POSITION, at: 0 };

/** What any tab has heard, or this one where the browser keeps nothing; while it counts. */
const last = (now: number) => {
	const { position, at } = readStored<Heard>(KEY) ?? own;
	return Math.abs(now - at) < POSITION_COUNTS_MS ? position : ANY_POSITION;
};

/** The header of a read, by which it sees what was written from this browser. */
export const readAfter = (now = Date.now()) => ({ [READ_AFTER]: last(now) });

/** Takes note of what an answer says about where the log of the database stands. */
export const hearPosition = (headers: Headers, now = Date.now()) => {
	const position = headers.get(READ_AFTER) ?? '';
	if (!POSITION.test(position) || position < last(now)) return;
	own = { position, at: now };
	store(KEY, own);
};
