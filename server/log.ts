import { hostname } from 'node:os';

// Pino's numbers (getpino.io, "Levels").
const LEVELS = { info: 30, warn: 40, error: 50, fatal: 60 };
const NAMES: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN' };

interface Entry {
	level: number;
	time: number;
	msg?: string;
	pid?: number;
	hostname?: string;
	reqId?: string;
	req?: { method: string; url: string };
	res?: { statusCode: number };
	responseTime?: number;
	err?: { stack?: string };
}

const shown = (text: string) =>
	text.replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => JSON.stringify(sign).slice(1, -1));

/** What a line of the log, which is JSON, says to a person at a terminal. */
export const readable = (line: string) => {
	const { level, time, msg, pid, hostname, req, res, responseTime, err, ...more } = JSON.parse(
		line,
	) as Entry;
	const { stack = '', ...cause } = err ?? {};
	const rest = { ...more, ...(Object.keys(cause).length > 0 && !stack && { err: cause }) };
	const first = [
		new Date(time).toTimeString().slice(0, 8),
		(NAMES[level] ?? 'ERROR').padEnd(5),
		msg,
		req && `${req.method} ${req.url}`,
		res?.statusCode,
		responseTime !== undefined && `${Math.round(responseTime)} ms`,
		Object.keys(rest).length > 0 && JSON.stringify(rest),
	];
	const said = first.filter((part) => part !== undefined && part !== false).join(' ');
	return [said, ...stack.split('\n').filter(Boolean)].map(shown).join('\n');
};

const isTerminal = process.stdout.isTTY === true;

/** Where the log of requests goes instead of straight to stdout: a terminal has sentences, not JSON. */
export const logStream = isTerminal
	? { write: (line: string) => process.stdout.write(`${readable(line)}\n`) }
	: undefined;

/**
 * Says something of the process itself: on a terminal as it is, otherwise as a line of JSON such as the
 * log has. Warnings and worse go to stderr.
 */
export const say = (message: string, level: keyof typeof LEVELS = 'info', error?: Error) => {
	const out = level === 'info' ? process.stdout : process.stderr;
	if (isTerminal) return out.write(`${error?.stack ?? message}\n`);
	const err = error && { type: error.name, message: error.message, stack: error.stack };
	const about = { level: LEVELS[level], time: Date.now(), pid: process.pid, hostname: hostname() };
	out.write(`${JSON.stringify({ ...about, ...(err && { err }), msg: message })}\n`);
};
