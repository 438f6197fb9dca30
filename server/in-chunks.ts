import { setImmediate as othersFirst } from 'node:timers/promises';
import { portions } from '#shared/portions.ts';

/** Rows that one statement takes: few enough for the variables of either engine, and for others to wait. */
const CHUNK = 200;

/** Does something with a list, a part at a time; between two parts whoever only reads has a turn. */
export const inChunks = async <Item>(
	items: readonly Item[],
	work: (chunk: Item[]) => Promise<unknown>,
) => {
	for (const [index, some] of portions(items, CHUNK).entries()) {
		if (index > 0) await othersFirst();
		await work(some);
	}
};
