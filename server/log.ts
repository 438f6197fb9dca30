import { hostname } from 'node:os';

// Pino's numbers (getpino.io, "Levels").
const LEVELS = { info: 30, warn: 40, error: 50, fatal: 60 };
const isTerminal = process.stdout.isTTY === true;

/** Writes a message of the process: plain text on a terminal, else a line of JSON. Warnings go to stderr. */
export const say = (message: string, level: keyof typeof LEVELS = 'info', error?: Error) => {
	const out = level === 'info' ? process.stdout : process.stderr;
	if (isTerminal) return out.write(`${error?.stack ?? message}\n`);
	const err = error && { type: error.name, message: error.message, stack: error.stack };
	const about = { level: LEVELS[level], time: Date.now(), pid: process.pid, hostname: hostname() };
	out.write(`${JSON.stringify({ ...about, ...(err && { err }), msg: message })}\n`);
};
