import { readdir, readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/** A tenth of the processor beside a thread that has none of this, and all of it else (sched(7), "The nice value"). */
const NICE = 10;
const MOST = 19;

/**
 * Has the threads of libuv's pool, which hash passwords, pack answers and read files, give way to the one
 * that answers: somebody's sign-in is not what all others wait for. Does nothing where threads have no
 * priority of their own, which is everywhere but on Linux.
 */
export const giveWay = async () => {
	const tasks = '/proc/self/task';
	try {
		// Asking on the pool starts it, all threads at once, where nobody has asked yet.
		for (const thread of await readdir(tasks)) {
			const name = await readFile(`${tasks}/${thread}/comm`, 'utf8');
			if (name.trim() === 'libuv-worker')
				setPriority(Number(thread), Math.min(getPriority() + NICE, MOST));
		}
	} catch {
		// Then they have the same share, as they had before.
	}
};
