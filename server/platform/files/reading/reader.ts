import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { NEEDED_PATHS } from './parts.ts';

/** CPU time from the last byte of a file to the last line of its answer: a busy machine must not refuse a good file. */
const READING_MS = 30_000;
/** Upper bound of the elapsed time, as a multiple of the CPU time: for a process that hangs, and where no `/proc` exists. */
const ELAPSED_TIMES = 10;
/** Interval between two readings of the CPU time. */
const CHECK_MS = 250;
/** 256 MiB for the largest PDF with its copy, below the memory limit of the service. */
const WASM_PAGES = 4_096;
const HEAP_MB = 192;
const MEMORY_MB = 640;

/** No result for a file, which may succeed on a less busy machine. */
export type Failure = { end: 'slow' } | { end: 'died' };

type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface Reader<Header, Result> {
	/** Sends one file to the process; call it again only after it has settled. Rejects as `content` does. */
	read: (header: Header, content: Content, signal?: AbortSignal) => Promise<Result | Failure>;
	close: () => Promise<void>;
}

type Child = ChildProcessByStdio<Socket, Socket, null>;

/** Starts the process without the environment, which holds secrets; it may read only its own program. */
const begin = ({ program, priority, heapMb }: Process): Child => {
	const child = spawn(
		process.execPath,
		[
			...['--permission', ...NEEDED_PATHS.map((path) => `--allow-fs-read=${path}`)],
			`--wasm-max-mem-pages=${WASM_PAGES}`,
			`--max-old-space-size=${heapMb}`,
			'--no-warnings',
			program,
		],
		{ stdio: ['pipe', 'pipe', 'ignore'], env: {} },
	) as Child;
	// A failed write shows up as missing output.
	child.stdin.on('error', () => {});
	child.on('error', () => {});
	try {
		if (child.pid !== undefined) setPriority(child.pid, priority);
	} catch {
		// The process has already exited.
	}
	return child;
};

const isOver = (child: Child) =>
	child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

const end = async (child: Child | undefined) => {
	if (!child || isOver(child)) return;
	const over = once(child, 'exit');
	child.kill('SIGKILL');
	await over;
};

/** Lets this program exit while the process is idle; its input then closes, and it exits too. */
const setIdle = (child: Child, idle: boolean) => {
	for (const handle of [child, child.stdin, child.stdout])
		if (idle) handle.unref();
		else handle.ref();
};

/**
 * Returns the CPU time that a process has used, in ms, and its memory: ticks of 10 ms, and pages of 4 KiB, in
 * `/proc/<pid>/stat` (proc(5)); 0 without `/proc`.
 */
const readUse = ({ pid }: Child) => {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
		const fields = stat
			.slice(stat.lastIndexOf(')') + 2)
			.split(' ')
			.map(Number);
		const [user = 0, system = 0] = fields.slice(11, 13);
		return { cpuMs: (user + system) * 10, memoryMb: (fields[21] ?? 0) / 256 };
	} catch {
		return { cpuMs: 0, memoryMb: 0 };
	}
};

const waitForRoom = async ({ stdin }: Child) => {
	const waiting = new AbortController();
	const { signal } = waiting;
	const events = ['drain', 'close'].map((event) => once(stdin, event, { signal }).catch(() => {}));
	await Promise.race(events);
	waiting.abort();
};

const send = async (child: Child, header: unknown, content: Content) => {
	child.stdin.write(`${JSON.stringify(header)}\n`);
	for await (const chunk of content) {
		if (isOver(child) || child.stdin.destroyed) return;
		if (!child.stdin.write(chunk)) await waitForRoom(child);
	}
};

/** Yields the lines that a process writes, as JSON, until it ends. */
async function* readLines(from: Child) {
	const lines = createInterface({ input: from.stdout, crlfDelay: Number.POSITIVE_INFINITY });
	try {
		for await (const text of lines) yield JSON.parse(text);
		await end(from);
	} finally {
		lines.close();
	}
}

interface Process {
	/** Path of the program; calls `serveFiles`. */
	program: string;
	priority: number;
	/** Limit of V8's heap, which ends the process. */
	heapMb: number;
}

interface ReaderOptions<Line, Result> extends Partial<Omit<Process, 'program'>> {
	program: string;
	/** Reads the lines of one answer up to its last; undefined if the process ended before that. */
	collect: (lines: AsyncIterable<Line>) => Promise<Result | undefined>;
	readingMs?: number;
	/** Limit of all memory, which ends the process. */
	memoryMb?: number;
	/** The process exits after this time without a file. */
	idleMs?: number;
}

/**
 * Opens files in a separate process, which starts with the first file and again after a file ended it (decision 0093).
 */
export const openReader = <Header, Line, Result extends { end: string }>({
	program,
	collect,
	readingMs = READING_MS,
	memoryMb = MEMORY_MB,
	heapMb = HEAP_MB,
	idleMs,
	priority = constants.priority.PRIORITY_BELOW_NORMAL,
}: ReaderOptions<Line, Result>): Reader<Header, Result> => {
	let child: Child | undefined;
	let idle: NodeJS.Timeout | undefined;
	const readAnswer = async (from: Child): Promise<Result | Failure> =>
		(await collect(readLines(from))) ?? { end: 'died' };
	const close = () => end(child);
	const read: Reader<Header, Result>['read'] = async (header, content, signal) => {
		clearTimeout(idle);
		if (!child || isOver(child)) child = begin({ program, priority, heapMb });
		const running = child;
		setIdle(running, false);
		let slow = false;
		const stop = () => running.kill('SIGKILL');
		signal?.addEventListener('abort', stop);
		const answer = readAnswer(running);
		let timer: NodeJS.Timeout | undefined;
		try {
			await send(running, header, content);
			const { cpuMs: cpuBefore } = readUse(running);
			const begunAt = performance.now();
			timer = setInterval(() => {
				const use = readUse(running);
				const isLate = performance.now() - begunAt > readingMs * ELAPSED_TIMES;
				slow ||= isLate || use.cpuMs - cpuBefore > readingMs;
				if (slow || use.memoryMb > memoryMb) stop();
			}, CHECK_MS);
			const outcome = await answer;
			return outcome.end === 'died' && slow ? { end: 'slow' } : outcome;
		} catch (error) {
			// The process has received only a part of the file.
			await end(running);
			await answer.catch(() => {});
			throw error;
		} finally {
			clearInterval(timer);
			setIdle(running, true);
			signal?.removeEventListener('abort', stop);
			if (idleMs !== undefined) idle = setTimeout(close, idleMs).unref();
		}
	};
	return { read, close };
};
