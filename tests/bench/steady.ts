import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Case } from './cases.ts';
import type { Child } from './child.ts';
import { seeded } from './names.ts';

/** As many as a proxy keeps open to all servers together. */
const CONNECTIONS = 32;

/** One request; who asks is who is signed in at the server. */
export interface Ask {
	method: 'GET' | 'POST';
	path: string;
	body?: string | undefined;
}

/** What became of it: 0 where no answer came. Milliseconds from when it was due, and from when it was sent. */
export interface Asked {
	status: number;
	waited: number;
	took: number;
}

/** How many a second on average, for how long; over how many connections at most. */
export interface Pace {
	rate: number;
	seconds: number;
	connections?: number;
}

/** The requests of a case, one after the other. */
export const asksOf =
	({ method, paths, body }: Case) =>
	(n: number): Ask => ({ method, path: paths[n % paths.length] as string, body });

const ask = async (server: Child, { method, path, body }: Ask, agent: Agent) => {
	const headers = {
		...server.headers,
		...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
	};
	const asked = request(server.url + path, { method, headers, agent });
	// Once it has a connection: what waits for one has not been sent.
	asked.once('socket', () => asked.emit('sent'));
	const sent = once(asked, 'sent').then(() => performance.now());
	asked.end(body);
	const [answer] = await once(asked, 'response');
	answer.resume();
	await once(answer, 'end');
	return { status: answer.statusCode as number, took: performance.now() - (await sent) };
};

/**
 * Sends requests as many people do who know nothing of each other: at random moments, the same on every
 * run, whether those before are answered or not, to each server in turn as a proxy would.
 */
export const steadily = async (
	servers: readonly Child[],
	askOf: (n: number) => Ask,
	{ rate, seconds, connections = CONNECTIONS }: Pace,
): Promise<Asked[]> => {
	const chance = seeded(6);
	const agent = new Agent({ keepAlive: true, maxSockets: connections / servers.length });
	const sent: Promise<Asked>[] = [];
	const from = performance.now();
	let due = from;
	const send = async (n: number, at: number): Promise<Asked> => {
		const server = servers[n % servers.length] as Child;
		const done = await ask(server, askOf(n), agent).catch(() => ({ status: 0, took: 0 }));
		return { ...done, waited: performance.now() - at };
	};
	while (due < from + seconds * 1_000) {
		await pause(1);
		for (const now = performance.now(); due <= now; ) {
			sent.push(send(sent.length, due));
			due += (-Math.log(1 - chance()) / rate) * 1_000;
		}
	}
	const all = await Promise.all(sent);
	agent.destroy();
	return all;
};
