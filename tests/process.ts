import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { START_COMMAND } from '../scripts/manifest.ts';
import { TEST_MS } from './patience.ts';

/** A program that runs in its own process and has reported that it is ready. */
export interface RunningProcess {
	pid: number;
	/** Time from the start to the ready line, without the time spent waiting for a processor (Linux only). */
	readyMs: number;
	/** Text on standard output and standard error so far. */
	log: () => string;
	/** Text on standard error alone. */
	errors: () => string;
	/** The exit code, once it has ended; null if a signal ended it. */
	ended: Promise<number | null>;
	isRunning: () => boolean;
	/** Ends it as a power failure would. */
	kill: () => Promise<void>;
	/** Ends it as an operator would; resolves to its exit code. */
	stop: () => Promise<number | null>;
	/** Returns its resident memory in MiB. */
	memory: () => number;
}

/** A process that ended before it was ready. */
export class NotStarted extends Error {
	readonly code: number | null;
	readonly log: string;
	readonly errors: string;

	constructor(code: number | null, log: string, errors: string) {
		super(`The process ended with ${code} before it was ready: ${log}`);
		this.code = code;
		this.log = log;
		this.errors = errors;
	}
}

interface StartOptions {
	command: readonly string[];
	/** Matches the log once the program is ready. */
	ready: RegExp;
	env?: NodeJS.ProcessEnv;
	/** A folder to delete when the program ends. */
	folder?: string | undefined;
	/** The user and group to run as, if not our own. */
	uid?: number;
	gid?: number;
}

const STOP_MS = 15_000;
const LOG_MAX = 2_000_000;

/**
 * Starts a watcher and becomes the program. The watcher's input closes when we end, even by SIGKILL: then it ends the
 * program and deletes its folder.
 */
const KEEPER = `
	folder=$1; shift
	exec 3<&0
	(
		read -r _; kill -TERM $$
		tries=0; while kill -0 $$ && [ $((tries += 1)) -lt 300 ]; do sleep 0.1; done
		rm -rf "$folder"
	) <&3 >/dev/null 2>&1 &
	exec "$@" 3<&- </dev/null
`;
const isWindows = process.platform === 'win32';

/** Returns how long a process has waited for a processor (docs.kernel.org/scheduler/sched-stats.html). */
const waitedMs = (pid: number) => {
	const file = `/proc/${pid}/schedstat`;
	return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : 0;
};

const memoryOf = (pid: number) => {
	const status = `/proc/${pid}/status`;
	const kilobytes = existsSync(status)
		? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
		: execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
	return Number(kilobytes) / 1024;
};

/**
 * Starts a program and resolves when its log matches `ready`; rejects with `NotStarted` if it ends first. The program
 * never outlives this process.
 */
export const startProcess = async ({
	command,
	ready,
	folder,
	...options
}: StartOptions): Promise<RunningProcess> => {
	const from = performance.now();
	const keeperCommand = ['/bin/sh', '-c', KEEPER, 'keeper', folder ?? '', ...command];
	const [program = '', ...args] = isWindows ? command : keeperCommand;
	// In a process group of its own: Ctrl-C reaches the tests alone, and they stop the program.
	const child = spawn(program, args, { ...options, cwd: '/', detached: !isWindows, stdio: 'pipe' });
	const pid = child.pid as number;
	let [log, errors] = ['', ''];
	child.stderr.on('data', (chunk: Buffer) => {
		errors = (errors + chunk).slice(-LOG_MAX);
	});
	const ended = once(child, 'close').then(async ([code]) => {
		child.stdin.destroy();
		if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		return code as number | null;
	});
	const kill = async () => {
		child.kill('SIGKILL');
		await ended;
	};
	let timer: NodeJS.Timeout | undefined;
	await new Promise<void>((resolve, reject) => {
		const collect = (chunk: Buffer) => {
			log = (log + chunk).slice(-LOG_MAX);
			if (ready.test(log)) resolve();
		};
		child.stdout.on('data', collect);
		child.stderr.on('data', collect);
		ended.then((code) => reject(new NotStarted(code, log, errors)), reject);
		timer = setTimeout(() => {
			reject(new Error(`The process was not ready in time: ${log}`));
			child.kill('SIGKILL');
		}, TEST_MS);
	}).finally(() => clearTimeout(timer));
	return {
		pid,
		readyMs: performance.now() - from - waitedMs(pid),
		log: () => log,
		errors: () => errors,
		ended,
		isRunning: () => child.exitCode === null && child.signalCode === null,
		kill,
		stop: async () => {
			const limit = setTimeout(
				() => (isWindows ? child.kill('SIGKILL') : process.kill(-pid, 'SIGKILL')),
				STOP_MS,
			);
			child.kill('SIGTERM');
			return ended.finally(() => clearTimeout(limit));
		},
		memory: () => memoryOf(pid),
	};
};

/** Folder of compiled modules, which make the next start of a program shorter. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/compiled');

/** Returns the variables that every program needs, so that no setting of the person's own shell reaches it. */
export const plainEnvironment = () => {
	const { PATH, HOME, TMPDIR } = process.env;
	return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: COMPILED };
};

/** The real server in its own process. */
export interface Server extends RunningProcess {
	/** `http://127.0.0.1:41234` */
	url: string;
}

interface ServerOptions {
	/** A command that prepares something and then becomes the command that follows it. */
	through?: readonly string[];
	/** Arguments of Node, if not those of `npm start`. */
	script?: readonly string[];
}

const ADDRESS = /https?:\/\/[^\s/]+(?=\/admin)/;

/**
 * Starts the server as `npm start` does, on a free port and with these environment variables. Without `DATA_DIR`, its
 * data folder is temporary and deleted when it ends.
 */
export const startServer = async (
	settings: Record<string, string> = {},
	{ through = [], script = START_COMMAND }: ServerOptions = {},
): Promise<Server> => {
	const folder = settings.DATA_DIR ? undefined : mkdtempSync(join(tmpdir(), 'ufundi-server-'));
	const running = await startProcess({
		command: [...through, process.execPath, ...script],
		ready: ADDRESS,
		folder,
		env: {
			...plainEnvironment(),
			PORT: '0',
			...(folder && { DATA_DIR: join(folder, 'data') }),
			// Tests send requests faster than people do.
			RATE_LIMITS: 'off',
			...settings,
		},
	});
	return { ...running, url: ADDRESS.exec(running.log())?.[0] ?? '' };
};
