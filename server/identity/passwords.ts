import { tooMany } from '../http/limits.ts';
import { Thread } from '../thread.ts';
import type { Answered, Asked } from './password-thread.ts';

/** Above every row of OWASP's table for argon2id; about 55 ms and 64 MiB each. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const;
/** At most this many at once, so that they take no more than 128 MiB, and this many in a queue. */
const AT_ONCE = 2;
const QUEUE = 20;
const RETRY_MS = 2_000;
/** A thread takes memory; after so long without work all of them end. To start one takes some 25 ms. */
const IDLE_MS = 1_000;

type Hasher = Thread<Asked, Answered>;

let running = 0;
const waiting: (() => void)[] = [];
/** Those with nothing to do. */
let idle: Hasher[] = [];
let ending: NodeJS.Timeout | undefined;

/** Runs one hash when it is its turn; throws 429 where too many wait already. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
	if (running >= AT_ONCE) {
		if (waiting.length >= QUEUE) throw tooMany(RETRY_MS);
		await new Promise<void>((go) => waiting.push(go));
	} else running++;
	try {
		return await work();
	} finally {
		const next = waiting.shift();
		if (next) next();
		else running--;
	}
};

/**
 * Hashing is done on threads of its own, which give way to the one that answers: a sign-in is not what
 * all others wait for.
 */
const ask = (asked: Asked) =>
	inTurn(async () => {
		let hasher = idle.pop();
		if (!hasher?.works) hasher = new Thread(new URL('./password-thread.ts', import.meta.url));
		try {
			return await hasher.run(asked);
		} finally {
			idle.push(hasher);
			clearTimeout(ending);
			ending = setTimeout(() => {
				for (const one of idle) void one.end();
				idle = [];
			}, IDLE_MS).unref();
		}
	});

/** A password as it is stored: argon2id in its own notation. Expects NFC; throws 429 under a flood. */
export const hashPassword = async (password: string) => {
	const answered = await ask({ password, cost: COST });
	if ('message' in answered) throw new Error(answered.message);
	return String(answered.value);
};

/** Whether a stored password is this one; what cannot be read is none. */
export const verifyPassword = async (stored: string, password: string) => {
	const answered = await ask({ password, stored });
	return 'value' in answered && answered.value === true;
};

/** Whether a stored password was hashed with less than is asked for today. */
export const isOutdated = (stored: string) => {
	const [, m, t] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? [];
	return Number(m ?? 0) < COST.memoryCost || Number(t ?? 0) < COST.timeCost;
};
