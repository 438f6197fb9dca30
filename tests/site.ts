import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { START_COMMAND } from '../scripts/manifest.ts';
import { spawnKept } from './kept-process.ts';

/** The real server, running as a process of its own with a data folder of its own. */
export interface Site {
	/** Its address: `http://127.0.0.1:41234`. */
	url: string;
	/** What it has written to standard output and standard error so far, for failure messages. */
	log: () => string;
	/** Ends it as an operator would, and removes its data. */
	stop: () => Promise<void>;
}

const START_MS = 240_000;
const LOG_MAX = 2_000_000;

/** Only what a program needs to run: no setting of the person's own shell reaches the server. */
const { PATH, HOME, TMPDIR } = process.env;

/**
 * Starts the server as `npm start` does, on a free port with an empty data folder, or with whatever
 * `settings` say; resolves when it can serve. `settings` are the variables of its configuration.
 */
export const startSite = async (settings: Record<string, string> = {}): Promise<Site> => {
	const folder = mkdtempSync(join(tmpdir(), 'ufundi-site-'));
	const env = {
		PATH,
		HOME,
		TMPDIR,
		PORT: '0',
		DATA_DIR: join(folder, 'data'),
		// Tests ask faster than people do.
		RATE_LIMITS: 'off',
		...settings,
	};
	const server = spawnKept({
		command: [process.execPath, ...START_COMMAND],
		folder,
		signal: 'TERM',
		env,
	});

	let log = '';
	let ready = false;
	const url = new Promise<string>((resolve, reject) => {
		const hear = (chunk: Buffer) => {
			log = (log + chunk).slice(-LOG_MAX);
			const address = ready ? null : /https?:\/\/[^\s/]+(?=\/admin)/.exec(log);
			if (!address) return;
			ready = true;
			resolve(address[0]);
		};
		server.stdout.on('data', hear);
		server.stderr.on('data', hear);
		server.ended.then(() => reject(new Error(`The server did not start: ${log}`)), reject);
		setTimeout(
			() => reject(new Error(`The server was not ready in time: ${log}`)),
			START_MS,
		).unref();
	});
	try {
		return { url: await url, log: () => log, stop: server.stop };
	} catch (error) {
		await server.stop();
		throw error;
	}
};
