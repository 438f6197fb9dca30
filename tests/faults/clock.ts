import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { signIn } from '../signed-in.ts';
import { attempt, send } from './calls.ts';

const PRELOAD = new URL('./stepped-clock.ts', import.meta.url).href;
const NEAR_MS = 30_000;

/** A clock that servers go by and a test sets. */
export const openClock = (name: string) => {
	const file = join(tmpdir(), `ufundi-clock-${process.pid}-${name}`);
	let ahead = 0;
	const write = (ms: number) => {
		ahead = ms;
		writeFileSync(file, String(ms));
	};
	write(0);
	/** Somebody signs in, and sees when that was by the server's clock: how far that is ahead of ours. */
	const told = async (url: string) => {
		const headers = await signIn(url);
		const answer = await attempt(`${url}/api/account/sessions`, { headers });
		if (!answer.known || answer.status !== 200) return Number.NaN;
		const { created_at } = answer.body.data.find(({ current }: { current: boolean }) => current);
		// Or what somebody goes by all the while would be one session too many.
		await attempt(`${url}/api/auth/sign-out`, send('POST', {}, headers));
		return Date.parse(created_at) - Date.now();
	};
	return {
		/** What servers are started with. */
		settings: { NODE_OPTIONS: `--import ${PRELOAD}`, CLOCK_FILE: file },
		/** Sets it, so many milliseconds ahead of the machine's; resolves when these servers go by it. */
		set: async (ms: number, ...urls: string[]) => {
			write(ms);
			for (const url of urls)
				await expect.poll(async () => Math.abs((await told(url)) - ahead)).toBeLessThan(NEAR_MS);
		},
		remove: () => rmSync(file, { force: true }),
	};
};
