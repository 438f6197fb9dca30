import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** The top of the project. */
export const root = join(import.meta.dirname, '..');

/** What became of a program. */
export interface Outcome {
	ok: boolean;
	/** What it wrote, if that was kept. */
	output: string;
	seconds: number;
}

export interface RunOptions {
	/** Ends it, and everything that it started, after so long. */
	minutes: number;
	/** Whether what it writes is kept for later or goes straight to the terminal. */
	keep?: boolean;
}

const running = new Set<() => void>();

/** Ends what is running when we are told to end. */
const endWithUs = () => {
	const endAll = (code: number) => () => {
		for (const end of running) end();
		process.exit(code);
	};
	process.once('SIGINT', endAll(130));
	process.once('SIGTERM', endAll(143));
	process.once('SIGHUP', endAll(129));
};

/**
 * Runs a program of the packages (`tsc`), or `node` of the pinned version, at the top of the
 * project. It has no input, and never outlives its time or us.
 */
export const run = (command: string, { minutes, keep = false }: RunOptions): Promise<Outcome> => {
	const started = performance.now();
	const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
	const [program = '', ...args] = command.split(' ');
	const child = spawn(program, args, {
		cwd: root,
		env: { ...process.env, PATH: path },
		stdio: keep ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
		// A group of its own, so that what it starts can be ended with it.
		detached: true,
	});
	let output = '';
	const end = () => {
		try {
			process.kill(-(child.pid ?? 0), 'SIGKILL');
		} catch {
			// It had ended already.
		}
	};
	if (process.listenerCount('SIGTERM') === 0) endWithUs();
	running.add(end);
	const timer = setTimeout(() => {
		const text = `${command} was ended: it took longer than ${minutes} minutes.\n`;
		if (keep) output += text;
		else process.stderr.write(text);
		end();
	}, minutes * 60_000);
	child.stdout?.on('data', (chunk) => {
		output += chunk;
	});
	child.stderr?.on('data', (chunk) => {
		output += chunk;
	});
	return new Promise((resolve) => {
		const finish = (ok: boolean) => {
			clearTimeout(timer);
			running.delete(end);
			resolve({ ok, output, seconds: (performance.now() - started) / 1000 });
		};
		child.on('error', (error) => {
			output += error.message;
			finish(false);
		});
		child.on('close', (code) => finish(code === 0));
	});
};
