import { setImmediate as othersFirst } from 'node:timers/promises';
import { splitIntoPortions } from '#shared/portions.ts';

/** Rows of one statement: few enough for the variable limit of both engines and for short waits of other requests. */
const CHUNK = 200;

/** Runs `work` on a list in chunks; waiting reads run between two chunks. */
export const runInChunks = async <Item>(
	items: readonly Item[],
	work: (chunk: Item[]) => Promise<unknown>,
) => {
	for (const [index, some] of splitIntoPortions(items, CHUNK).entries()) {
		if (index > 0) await othersFirst();
		await work(some);
	}
};
