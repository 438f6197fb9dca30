import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ADMIN, CONSOLE, type Credentials } from '../e2e/people.ts';
import { signIn } from '../signed-in.ts';
import type { Case } from './cases.ts';
import type { Child } from './child.ts';
import { type Figure, median, quantile } from './figures.ts';
import { perSecond } from './race.ts';
import { type Ask, type Asked, asksOf, steadily } from './steady.ts';
import type { Uploads } from './uploader.ts';

type AskOf = (n: number) => Ask;

const OTHERS = { rate: 20, seconds: 5 };
const SIGNING_IN = 8;
const UPLOADS = 10;
const UPLOAD_BYTES = 49 * 2 ** 20;

const p95 = (all: readonly Asked[]) =>
	quantile(
		all.map(({ waited }) => waited),
		0.95,
	);

/** A server, and the floor: what such a machine can do at best. */
interface Both {
	server: Child;
	floor: Child;
}

/**
 * How those fare who look at something while work is done, beside how they fare when nothing else is
 * done: with the server, and with the floor that does the least of the same work. In turn, several times
 * over, since a disk that stands still for a moment decides the p95 of one time.
 */
const besides = async (
	name: string,
	{ server, floor }: Both,
	askOf: AskOf,
	rounds: number,
	work: (on: Child) => Promise<void>,
): Promise<Figure> => {
	const times = { ours: [] as number[], alone: [] as number[], floor: [] as number[] };
	const meanwhile = async (on: Child) => {
		const [others] = await Promise.all([steadily([on], askOf, OTHERS), work(on)]);
		return p95(others);
	};
	for (let round = 0; round < rounds; round++) {
		times.alone.push(p95(await steadily([server], askOf, OTHERS)));
		times.ours.push(await meanwhile(server));
		times.floor.push(await meanwhile(floor));
	}
	const [ours, alone, floors] = [times.ours, times.alone, times.floor].map(median);
	return {
		name: `${name}: others, p95`,
		measured: `${ours?.toFixed(1)} ms (${alone?.toFixed(1)} alone, floor ${floors?.toFixed(1)})`,
		value: (ours as number) / (alone as number),
		unit: 'times',
		target: { value: 2, better: 'less' },
	};
};

/**
 * Somebody else with the administrator's password: who signs in often loses the oldest of their sessions. Only an
 * administrator who signed in lately may invite.
 */
export const makePerson = async ({ url, headers }: Child): Promise<Credentials> => {
	const ask = async (path: string, body: object, by: Record<string, string>) => {
		const answer = await fetch(`${url}/api${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...by },
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()).data;
	};
	const [email, { password }] = ['viewer@example.org', ADMIN];
	const { link } = await ask('/people', { email, name: 'Viewer', role: 'viewer' }, headers);
	await ask('/links/use', { token: new URL(link.url).hash.slice(1), password }, CONSOLE);
	return { email, password };
};

/** Somebody signs in again and again, at several places at once, while others look at lists. */
export const signIns = async (
	both: Both,
	askOf: AskOf,
	rounds: number,
	who: Credentials,
): Promise<Figure[]> => {
	const rates = new Map<Child, number[]>();
	const others = await besides('sign-ins', both, askOf, rounds, async (on) => {
		const from = performance.now();
		let count = 0;
		const person = async () => {
			while (performance.now() - from < OTHERS.seconds * 1_000) {
				await signIn(on.url, who);
				count++;
			}
		};
		await Promise.all(Array.from({ length: SIGNING_IN }, person));
		const rate = count / ((performance.now() - from) / 1_000);
		rates.set(on, [...(rates.get(on) ?? []), rate]);
	});
	const [ours, floors] = [both.server, both.floor].map((on) => median(rates.get(on) ?? []));
	return [
		{
			name: 'sign-ins',
			measured: `${ours?.toFixed(1)} a second (floor ${floors?.toFixed(1)})`,
			value: ours as number,
			unit: 'a second',
			target: { value: 15, better: 'more' },
		},
		others,
	];
};

/** Ten large files at once, while others look at lists: how much the server grows. */
export const uploads = async (both: Both, askOf: AskOf, rounds: number): Promise<Figure[]> => {
	const before = both.server.memory();
	let most = before;
	const watch = setInterval(() => {
		most = Math.max(most, both.server.memory());
	}, 100);
	const name = `${UPLOADS} uploads of ${Math.round(UPLOAD_BYTES / 2 ** 20)} MB at once`;
	const others = await besides(name, both, askOf, rounds, async ({ url, headers }) => {
		const workerData: Uploads = { url, headers, count: UPLOADS, bytes: UPLOAD_BYTES };
		const [code] = await once(
			new Worker(new URL('./uploader.ts', import.meta.url), { workerData }),
			'exit',
		);
		if (code !== 0) throw new Error('The uploads failed.');
	});
	clearInterval(watch);
	return [
		{
			name: `${name}: memory growth`,
			measured: `${(most - before).toFixed(0)} MB`,
			value: most - before,
			unit: 'MB',
			target: { value: 64, better: 'less' },
		},
		others,
	];
};

/** Five times as much as it can answer: what it turns away, how fast, and how soon it is itself again. */
export const overload = async (server: Child, what: Case, seconds: number): Promise<Figure[]> => {
	const askOf = asksOf(what);
	const much = async () => 5 * (await perSecond(server, what, 2));
	// What others did before may still slow the first look down, and five times that is not too much.
	await much();
	const rate = await much();
	const all = await steadily([server], askOf, { rate, seconds, connections: 1_000 });
	const from = performance.now();
	const isItself = async () => {
		const [one] = await steadily([server], askOf, { rate: 1_000, seconds: 0.001 });
		return one?.status === 200 && one.took < 250;
	};
	while (!(await isItself()) && performance.now() - from < 60_000) await pause(100);
	const again = performance.now() - from;
	const shed = all.filter(({ status }) => status === 503 || status === 429);
	const answered = all.filter(({ status }) => status === 200).map(({ took }) => took);
	const other = all.filter(({ status }) => ![200, 429, 503].includes(status)).length;
	const name = `five times too much (${Math.round(rate)}/s)`;
	// Nobody has to be: what could be answered within two seconds is.
	const refused = quantile(
		shed.map(({ took }) => took),
		0.99,
	);
	return [
		{
			name: `${name}: turned away`,
			measured:
				shed.length > 0
					? `${shed.length} of ${all.length}, p99 ${refused.toFixed(0)} ms`
					: `none of ${all.length}`,
			value: shed.length > 0 ? refused : 0,
			unit: 'ms',
			target: { value: 50, better: 'less' },
		},
		{
			name: `${name}: answered`,
			measured: `${Math.round(answered.length / seconds)}/s, p95 ${quantile(answered, 0.95).toFixed(0)} ms`,
			value: quantile(answered, 0.95),
			unit: 'ms',
		},
		{
			name: `${name}: neither answered nor turned away`,
			measured: `${other}`,
			value: other,
			unit: 'of them',
			target: { value: 0, better: 'less' },
		},
		{
			name: `${name}: itself again after`,
			measured: `${again.toFixed(0)} ms`,
			value: again,
			unit: 'ms',
			target: { value: 5_000, better: 'less' },
		},
	];
};
