import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment } from '../process.ts';

/** Asks the host to open a site with these settings, or to close the one at an address. */
export interface HostCall {
	id: number;
	open?: Record<string, string>;
	close?: string;
}

/** The address of the site, or why it did not open. */
export interface HostAnswer {
	id: number;
	url?: string;
	error?: string;
}

/** The sites of a worker. */
export interface Sites {
	/** Opens a site, without data unless the settings say so; resolves to its address. */
	open: (settings: Record<string, string>) => Promise<string>;
	close: (url: string) => Promise<unknown>;
	/** Ends all sites. */
	stop: () => Promise<unknown>;
}

/** Starts the process that runs the sites of a worker (host.ts). */
export const startHost = (): Sites => {
	const host = fork(
		join(import.meta.dirname, 'host.ts'),
		[mkdtempSync(join(tmpdir(), 'ufundi-sites-'))],
		{ env: plainEnvironment(), execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
	);
	const waiting = new Map<number, (answer: HostAnswer) => void>();
	const ended = once(host, 'exit').then(([code]) => {
		for (const [id, answer] of waiting) answer({ id, error: `The host ended with ${code}.` });
	});
	host.on('message', (answer: HostAnswer) => waiting.get(answer.id)?.(answer));
	let calls = 0;
	const call = async (what: Omit<HostCall, 'id'>) => {
		const id = ++calls;
		const { url = '', error } = await new Promise<HostAnswer>((resolve) => {
			waiting.set(id, resolve);
			host.send({ id, ...what });
		});
		waiting.delete(id);
		if (error) throw new Error(error);
		return url;
	};
	return {
		open: (settings) => call({ open: settings }),
		close: (url) => call({ close: url }),
		stop: () => {
			host.disconnect();
			return ended;
		},
	};
};
