import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { START_COMMAND } from '../../scripts/manifest.ts';
import { WITH_ADMIN } from '../e2e/people.ts';

const START_MS = 240_000;
const LOG_MAX = 200_000;

/** The segment of the address at which these servers take deliveries of payments. */
export const HOOK_TOKEN = 'a-secret-segment-of-the-address';
/** What servers on one PostgreSQL share. */
export const SECRET = '8c1f5e2d9b7a40361e4c7d2f5a8b903164dc';

/** The real server as a process that a test may do anything to, on data that outlives it. */
export interface Server {
	/** Its address, without a path. */
	url: string;
	pid: number;
	/**
	 * From its start to the line that says it can serve, without the time in which it could have run and
	 * others had the processor, where the operating system tells.
	 */
	readyMs: number;
	/** What it has written to standard output and standard error so far. */
	log: () => string;
	/** Its exit code, once it has ended; null where a signal ended it. */
	ended: Promise<number | null>;
	isRunning: () => boolean;
	/** Ends it as a power switch would; resolves when it is gone. */
	kill: () => Promise<void>;
	/** Ends it as an operator would; resolves to its exit code. */
	stop: () => Promise<number | null>;
	/** Resident memory in MiB, as the operating system counts it. */
	memory: () => number;
	/** How many connections to it are open, as the operating system counts them. */
	connections: () => number;
}

/** A server that did not come to serve: its exit code and its words. */
class NotStarted extends Error {
	readonly code: number | null;

	constructor(code: number | null, log: string) {
		super(`The server ended with ${code} before it was ready: ${log}`);
		this.code = code;
	}
}

/** The connections of proc_net_tcp(5) that are established at a port of this machine. */
const established = (port: number) => {
	const own = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
	const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
	return lines.filter((line) => {
		const [, local, , state] = line.trim().split(/\s+/);
		return local?.endsWith(own) && state === '01';
	}).length;
};

/** How long a process has waited for a processor so far (docs.kernel.org/scheduler/sched-stats.html). */
const waitedMs = (pid: number) => {
	try {
		return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
	} catch {
		return 0;
	}
};

/**
 * Starts the server on a data folder, on a free port and with an administrator; resolves when it can
 * serve, rejects with `NotStarted` when it ends instead. It does not outlive the tests' process.
 * `through` is a command that prepares something and then becomes the one that follows it.
 */
export const startServer = async (
	dataDir: string,
	settings: Record<string, string> = {},
	through: readonly string[] = [],
): Promise<Server> => {
	const { PATH, HOME, TMPDIR } = process.env;
	const from = performance.now();
	const [program = '', ...args] = [...through, process.execPath, ...START_COMMAND];
	const child = spawn(program, args, {
		env: {
			PATH,
			HOME,
			TMPDIR,
			PORT: '0',
			DATA_DIR: dataDir,
			MPESA_HOOK_TOKEN: HOOK_TOKEN,
			// Tests ask faster than people do.
			RATE_LIMITS: 'off',
			...WITH_ADMIN,
			...settings,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const end = () => child.kill('SIGKILL');
	process.once('exit', end);
	const ended = once(child, 'exit').then(([code]) => {
		process.off('exit', end);
		return code as number | null;
	});
	const isRunning = () => child.exitCode === null && child.signalCode === null;

	let log = '';
	let lost: NodeJS.Timeout;
	const url = await new Promise<string>((resolve, reject) => {
		const hear = (chunk: Buffer) => {
			log = (log + chunk).slice(-LOG_MAX);
			const address = /https?:\/\/[^\s/]+(?=\/admin)/.exec(log);
			if (address) resolve(address[0]);
		};
		child.stdout.on('data', hear);
		child.stderr.on('data', hear);
		ended.then((code) => reject(new NotStarted(code, log)), reject);
		lost = setTimeout(() => {
			reject(new Error(`The server was not ready in time: ${log}`));
			end();
		}, START_MS).unref();
	}).finally(() => clearTimeout(lost));
	const pid = child.pid as number;
	const readyMs = performance.now() - from - waitedMs(pid);
	return {
		url,
		pid,
		readyMs,
		log: () => log,
		ended,
		isRunning,
		kill: async () => {
			child.kill('SIGKILL');
			await ended;
		},
		stop: () => {
			child.kill('SIGTERM');
			return ended;
		},
		memory: () => {
			const status = readFileSync(`/proc/${pid}/status`, 'utf8');
			return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
		},
		connections: () => established(Number(new URL(url).port)),
	};
};
