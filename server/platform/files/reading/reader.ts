import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Inspected } from './inspect-pdf.ts';
import { NEEDED_PATHS } from './parts.ts';
import type { AnswerLine, FileHeader, ReadFile } from './process.ts';

/** CPU time from the last byte of a file to the last line of its answer: a busy machine must not refuse a good file. */
const READING_MS = 30_000;
/** Upper bound of the elapsed time, as a multiple of the CPU time: for a process that hangs, and where no `/proc` exists. */
const ELAPSED_TIMES = 10;
/** Interval between two readings of the CPU time. */
const CHECK_MS = 250;
/** 256 MiB for the largest PDF with its copy, below the memory limit of the service. */
const WASM_PAGES = 4_096;
const HEAP_MB = 192;

/** The result for one file: `refused` is final; `died` and `slow` may succeed on a less busy machine. */
export type Outcome =
	| { end: 'read'; file: ReadFile; picture: string | undefined }
	| { end: 'inspected'; inspected: Inspected }
	| { end: 'refused'; why: string }
	| { end: 'slow' }
	| { end: 'died' };

export interface Reader {
	/** Sends one file to the process; call it again only after it has settled. Rejects as `content` does. */
	read: (
		header: FileHeader,
		content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
		signal?: AbortSignal,
	) => Promise<Outcome>;
	close: () => Promise<void>;
}

type Child = ChildProcessByStdio<Socket, Socket, null>;

/** Starts the process without the environment, which holds secrets; it may read only its own program. */
const begin = (program: string, priority: number): Child => {
	const child = spawn(
		process.execPath,
		[
			...['--permission', ...NEEDED_PATHS.map((path) => `--allow-fs-read=${path}`)],
			`--wasm-max-mem-pages=${WASM_PAGES}`,
			`--max-old-space-size=${HEAP_MB}`,
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

/** Returns the CPU time that a process has used, in ms: ticks of 10 ms in `/proc/<pid>/stat` (proc(5)); 0 without `/proc`. */
const readCpuMs = ({ pid }: Child) => {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
		const [user = 0, system = 0] = stat
			.slice(stat.lastIndexOf(')') + 2)
			.split(' ')
			.slice(11, 13)
			.map(Number);
		return (user + system) * 10;
	} catch {
		return 0;
	}
};

const waitForRoom = async ({ stdin }: Child) => {
	const waiting = new AbortController();
	const { signal } = waiting;
	const events = ['drain', 'close'].map((event) => once(stdin, event, { signal }).catch(() => {}));
	await Promise.race(events);
	waiting.abort();
};

const send = async (
	child: Child,
	header: FileHeader,
	content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
) => {
	child.stdin.write(`${JSON.stringify(header)}\n`);
	for await (const chunk of content) {
		if (isOver(child) || child.stdin.destroyed) return;
		if (!child.stdin.write(chunk)) await waitForRoom(child);
	}
};

const readAnswer = async (from: Child): Promise<Outcome> => {
	let file: ReadFile | undefined;
	const lines = createInterface({ input: from.stdout, crlfDelay: Number.POSITIVE_INFINITY });
	try {
		for await (const text of lines) {
			const line = JSON.parse(text) as AnswerLine;
			if ('refused' in line) return { end: 'refused', why: line.refused };
			if ('inspected' in line) return { end: 'inspected', inspected: line.inspected };
			if ('drawn' in line && file) return { end: 'read', file, picture: line.picture };
			if ('read' in line) file = line.read;
		}
	} finally {
		lines.close();
	}
	await end(from);
	// A picture that cannot be drawn does not discard the text.
	return file ? { end: 'read', file, picture: undefined } : { end: 'died' };
};

interface ReaderOptions {
	/** Path of the program; calls `serveFiles`. */
	program: string;
	readingMs?: number;
	priority?: number;
}

/** Opens files in a separate process, which starts with the first file and again after a file ended it. */
export const openReader = ({
	program,
	readingMs = READING_MS,
	priority = constants.priority.PRIORITY_BELOW_NORMAL,
}: ReaderOptions): Reader => {
	let child: Child | undefined;
	const read: Reader['read'] = async (header, content, signal) => {
		if (!child || isOver(child)) child = begin(program, priority);
		const running = child;
		setIdle(running, false);
		let slow = false;
		const stop = () => running.kill('SIGKILL');
		signal?.addEventListener('abort', stop);
		const answer = readAnswer(running);
		let timer: NodeJS.Timeout | undefined;
		try {
			await send(running, header, content);
			const cpuBefore = readCpuMs(running);
			const begunAt = performance.now();
			timer = setInterval(() => {
				const isLate = performance.now() - begunAt > readingMs * ELAPSED_TIMES;
				if (!isLate && readCpuMs(running) - cpuBefore <= readingMs) return;
				slow = true;
				stop();
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
		}
	};
	return { read, close: () => end(child) };
};
