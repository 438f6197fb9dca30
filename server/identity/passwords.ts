import { hash, verify } from '@node-rs/argon2';
import { tooMany } from '../http/limits.ts';

/** Argon2id parameters, above every row of OWASP's table: about 55 ms and 64 MiB a hash. */
export const HASH_COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

let cost = HASH_COST;

/** Sets the cost of new hashes: tests lower it. */
export const setHashCost = (other: typeof HASH_COST) => {
	cost = other;
};

/** At most this many at once, so that they take no more than 128 MiB, and this many in a queue. */
const AT_ONCE = 2;
const QUEUE = 20;
const RETRY_MS = 2_000;

let running = 0;
const waiting: (() => void)[] = [];

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

/** A password as it is stored: argon2id in its own notation. Expects NFC; throws 429 under a flood. */
export const hashPassword = (password: string) => inTurn(() => hash(password, cost));

/** Whether a stored password is this one; what cannot be read is none. */
export const verifyPassword = (stored: string, password: string) =>
	inTurn(() => verify(stored, password).catch(() => false));
