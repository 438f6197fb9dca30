import { setImmediate as othersFirst } from 'node:timers/promises';

/** Rows that one statement takes: few enough for the variables of either engine, and for others to wait. */
const CHUNK = 200;

/** Does something with a list, a part at a time; between two parts whoever only reads has a turn. */
export const inChunks = async <Item>(
	items: readonly Item[],
	work: (chunk: Item[]) => Promise<unknown>,
) => {
	for (let at = 0; at < items.length; at += CHUNK) {
		if (at > 0) await othersFirst();
		await work(items.slice(at, at + CHUNK));
	}
};
