import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable as Incoming, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { NEEDED_PATHS } from '../../files/reading/parts.ts';
import type { AnswerLine, DrawnFile, FileHeader, ReadFile } from './reader-process.ts';

const PROGRAM = new URL('./reader-process.ts', import.meta.url);
/** From the last byte of a file to the last word about it. */
const READING_MS = 30_000;
/**
 * In pages of 64 KiB: 256 MiB for the largest PDF and all that is unpacked of it. With the file itself and the
 * server it stays below what the unit of a service may have.
 */
const WASM_PAGES = 4_096;
const HEAP_MB = 192;

/** What came of reading a file: `refused` is for good; `died` and `slow` may go better when the machine has less to do. */
export type Outcome =
	| { end: 'read'; file: ReadFile; drawn: DrawnFile | undefined }
	| { end: 'refused'; why: string }
	| { end: 'slow' }
	| { end: 'died' };

export interface Reader {
	/** Reads one file; the next only when it has ended. Rejects as `content` does. */
	read: (header: FileHeader, content: Incoming, signal?: AbortSignal) => Promise<Outcome>;
	/** Ends the process, if there is one. */
	close: () => Promise<void>;
}

type Child = ChildProcessByStdio<Writable, Incoming, null>;

/** Without the environment, which holds secrets, and with leave to read its own program only. */
const begin = (): Child => {
	const child = spawn(
		process.execPath,
		[
			...['--permission', ...NEEDED_PATHS.map((path) => `--allow-fs-read=${path}`)],
			`--wasm-max-mem-pages=${WASM_PAGES}`,
			`--max-old-space-size=${HEAP_MB}`,
			'--no-warnings',
			fileURLToPath(PROGRAM),
		],
		{ stdio: ['pipe', 'pipe', 'ignore'], env: {} },
	);
	// What cannot be written to it is noticed by what it no longer says.
	child.stdin.on('error', () => {});
	child.on('error', () => {});
	try {
		// Whoever waits for an answer comes first.
		if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
	} catch {
		// It has ended already.
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

/** Resolves when the process takes more, or takes nothing any more. */
const roomIn = async ({ stdin }: Child) => {
	const waiting = new AbortController();
	const { signal } = waiting;
	const events = ['drain', 'close'].map((event) => once(stdin, event, { signal }).catch(() => {}));
	await Promise.race(events);
	waiting.abort();
};

/** Gives a file to the process, as far as that takes it. */
const send = async (child: Child, header: FileHeader, content: Incoming) => {
	child.stdin.write(`${JSON.stringify(header)}\n`);
	for await (const chunk of content) {
		if (isOver(child) || child.stdin.destroyed) return;
		if (!child.stdin.write(chunk)) await roomIn(child);
	}
};

/** Reads files in a process apart, which is begun with the first and anew after one that it did not survive. */
export const openReader = (readingMs = READING_MS): Reader => {
	let child: Child | undefined;

	const answersOf = async (from: Child): Promise<Outcome> => {
		let file: ReadFile | undefined;
		const lines = createInterface({ input: from.stdout, crlfDelay: Number.POSITIVE_INFINITY });
		try {
			for await (const text of lines) {
				const line = JSON.parse(text) as AnswerLine;
				if ('refused' in line) return { end: 'refused', why: line.refused };
				if ('drawn' in line && file) return { end: 'read', file, drawn: line.drawn };
				if ('read' in line) file = line.read;
			}
		} finally {
			lines.close();
		}
		await end(from);
		// A picture that cannot be drawn leaves the text.
		return file ? { end: 'read', file, drawn: undefined } : { end: 'died' };
	};

	const read: Reader['read'] = async (header, content, signal) => {
		if (!child || isOver(child)) child = begin();
		const at = child;
		let slow = false;
		const stop = () => at.kill('SIGKILL');
		signal?.addEventListener('abort', stop);
		const answers = answersOf(at);
		let timer: NodeJS.Timeout | undefined;
		try {
			await send(at, header, content);
			timer = setTimeout(() => {
				slow = true;
				stop();
			}, readingMs);
			const outcome = await answers;
			return outcome.end === 'died' && slow ? { end: 'slow' } : outcome;
		} catch (error) {
			// Half a file stands in its input.
			await end(at);
			await answers.catch(() => {});
			throw error;
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener('abort', stop);
		}
	};
	return { read, close: () => end(child) };
};
