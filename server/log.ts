import { hostname } from 'node:os';

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
