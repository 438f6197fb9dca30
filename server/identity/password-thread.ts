import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { END } from '../thread.ts';

/** The number of argon2id among the package's algorithms; its names are for compilers that inline. */
const ARGON2ID = 2;
/** A tenth of the processor beside a thread that has none of this, and all of it else (sched(7), "The nice value"). */
const NICE = 10;
const MOST_NICE = 19;

/** A password to hash at this cost, or to hold against what is stored. */
export type Asked =
	| { password: string; cost: { memoryCost: number; timeCost: number; parallelism: number } }
	| { password: string; stored: string };

/** The hash, or whether it is the one that is stored; or why there is neither. */
export type Answered = { value: string | boolean } | { message: string };

/** Where threads have no priority of their own, which is everywhere but on Linux, nothing comes of it. */
const giveWay = () => {
	try {
		const thread = Number(basename(readlinkSync('/proc/thread-self')));
		setPriority(thread, Math.min(getPriority() + NICE, MOST_NICE));
	} catch {
		// Then it has the same share as the others.
	}
};

const answerTo = (asked: Asked): Answered => {
	const { password } = asked;
	try {
		const value =
			'cost' in asked
				? hashSync(password, { algorithm: ARGON2ID, ...asked.cost })
				: verifySync(asked.stored, password);
		return { value };
	} catch (error) {
		return { message: (error as Error).message };
	}
};

giveWay();
parentPort?.on('message', (asked: Asked | typeof END) => {
	if (asked === END) parentPort?.close();
	else parentPort?.postMessage(answerTo(asked));
});
