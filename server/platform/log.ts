import { hostname } from 'node:os';

/** Lines of a kind in the current second: how many were left out, and how to write one. */
interface Repeats {
	count: number;
	write: (repeated: number) => void;
}

const REPEAT_MS = 1_000;
const repeats = new Map<string, Repeats>();

/** Writes the first line of a kind at once, and of those that follow one a second, with their number. */
export const limitRepeats = (kind: string, write: Repeats['write']) => {
	const known = repeats.get(kind);
	if (known) {
		known.count++;
		known.write = write;
		return;
	}
	const entry: Repeats = { count: 0, write };
	repeats.set(kind, entry);
	write(0);
	const timer = setInterval(() => {
		if (entry.count > 0) entry.write(entry.count);
		else {
			clearInterval(timer);
			repeats.delete(kind);
		}
		entry.count = 0;
	}, REPEAT_MS).unref();
};

const PINO_ERROR = 50;

/** Writes a line of pino, which is called with the logger. */
type Write = (this: object, ...parts: never[]) => void;

/** Limits repeated errors of a pino logger, as its hook; lines of one kind have the same message and error. */
export function limitErrors(this: object, parts: unknown[], write: Write, level: number) {
	const call = (...changed: unknown[]) => write.apply(this, changed as never[]);
	if (level < PINO_ERROR) return call(...parts);
	const [about, message] = parts as [{ err?: Error & { code?: string } }, string];
	const kind = `${message} ${about.err?.code ?? about.err?.message}`;
	limitRepeats(kind, (repeated) =>
		repeated === 0 ? call(...parts) : call({ ...about, repeated }, message),
	);
}

const isTerminal = process.stdout.isTTY === true;

/** Writes a message of the process: plain text on a terminal, else a line of JSON. Warnings go to stderr. */
export const say = (
	message: string,
	level: 'info' | 'warn' | 'error' | 'fatal' = 'info',
	error?: Error,
) => {
	const out = level === 'info' ? process.stdout : process.stderr;
	if (isTerminal) return out.write(`${error?.stack ?? message}\n`);
	const err = error && { type: error.name, message: error.message, stack: error.stack };
	const about = { level, time: Date.now(), pid: process.pid, hostname: hostname() };
	out.write(`${JSON.stringify({ ...about, ...(err && { err }), msg: message })}\n`);
};
