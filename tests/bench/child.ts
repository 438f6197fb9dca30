import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { START_COMMAND } from '../../scripts/manifest.ts';
import { WITH_ADMIN } from '../e2e/people.ts';
import { signIn } from '../signed-in.ts';

const ROOT = join(import.meta.dirname, '../..');
const START_LIMIT_MS = 60_000;

/** A server of its own process that has said it is ready. */
export interface Child {
	/** Its address, without a path. */
	url: string;
	/** From the start of the process to its line. */
	readyMs: number;
	/** What somebody who is signed in sends along; nothing where nobody is asked to. */
	headers: Record<string, string>;
	/** Resident memory in MB, as the operating system counts it. */
	memory: () => number;
	stop: () => Promise<void>;
}

const freePort = async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as { port: number };
	server.close();
	await once(server, 'close');
	return port;
};

const line = (child: ChildProcess) =>
	new Promise<void>((resolve, reject) => {
		let said = '';
		const hear = (chunk: Buffer) => {
			said += chunk;
			if (/ is ready/.test(said)) resolve();
		};
		child.stdout?.on('data', hear);
		child.stderr?.on('data', hear);
		child.once('exit', () => reject(new Error(`The process ended before it was ready:\n${said}`)));
		setTimeout(() => reject(new Error(`Not ready in time:\n${said}`)), START_LIMIT_MS).unref();
	});

/** Who is there already, and the server's settings besides the usual ones. */
interface StartOptions {
	signedIn?: boolean;
	settings?: Record<string, string>;
}

/**
 * Starts a script of this project on a data folder, and resolves when it prints that it is ready;
 * where asked to, with an administrator who is signed in.
 */
export const start = async (
	script: string,
	dataDir: string,
	{ signedIn = false, settings = {} }: StartOptions = {},
): Promise<Child> => {
	const port = await freePort();
	const from = performance.now();
	const ours = script === 'server/main.ts';
	const child = spawn(process.execPath, ours ? START_COMMAND : [join(ROOT, script)], {
		cwd: ROOT,
		env: {
			...process.env,
			HOST: '127.0.0.1',
			PORT: String(port),
			DATA_DIR: dataDir,
			RATE_LIMITS: 'off',
			LOG_LEVEL: 'warn',
			NODE_ENV: 'production',
			...(signedIn && WITH_ADMIN),
			...settings,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const end = () => child.kill('SIGKILL');
	process.once('exit', end);
	try {
		await line(child);
	} catch (error) {
		end();
		throw error;
	}
	const readyMs = performance.now() - from;
	const status = `/proc/${child.pid}/status`;
	const memory = () =>
		// Where it can be read it is: a program started for each look would take the processor from who is measured.
		Number(
			existsSync(status)
				? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
				: execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }),
		) / 1024;
	const stop = async () => {
		process.removeListener('exit', end);
		if (child.exitCode !== null || child.signalCode !== null) return;
		child.kill('SIGTERM');
		await once(child, 'exit');
	};
	const url = `http://127.0.0.1:${port}`;
	const headers = signedIn ? await signIn(url) : {};
	return { url, readyMs, headers, memory, stop };
};
