import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import autocannon from 'autocannon';
import type { Case } from './cases.ts';
import type { Child } from './child.ts';
import { type Figure, median } from './figures.ts';

const CONNECTIONS = 10;

/** How long a race takes. */
export interface Rounds {
	rounds: number;
	seconds: number;
}

/**
 * Waits until a server is done with what nobody waits for any more: a floor without an index went on searching for
 * half a minute, on one of two cores, while others were measured. A connection of its own comes after all before it.
 */
const untilDone = async ({ url }: Child) => {
	const [answer] = (await once(get(`${url}/healthz`, { agent: false }), 'response')) as [
		IncomingMessage,
	];
	await once(answer.resume(), 'end');
};

/**
 * How many requests of a case a server answers in a second at most, with ten connections; resolves when it has
 * nothing more to do.
 */
export const perSecond = async (child: Child, { method, paths, body }: Case, duration: number) => {
	const headers = { ...child.headers, ...(body && { 'content-type': 'application/json' }) };
	const result = await autocannon({
		url: child.url,
		connections: CONNECTIONS,
		duration,
		requests: paths.map((path) => ({ method, path, headers, ...(body && { body }) })),
	});
	await untilDone(child);
	if (result.non2xx > 0 || result.errors > 0)
		throw new Error(`${result.non2xx + result.errors} requests of ${paths[0]} failed.`);
	return result.requests.total / result.duration;
};

/** What a create answers differs by its id and its instants only. */
const comparable = (text: string) =>
	text
		.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
		.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant');

/** Makes sure that both do the same work: each of some requests is answered with the same bytes. */
const compare = async (server: Child, floor: Child, { name, method, paths, body }: Case) => {
	for (const path of paths.slice(0, 10)) {
		const ask = async ({ url, headers: as }: Child) => {
			const headers = { ...as, ...(body && { 'content-type': 'application/json' }) };
			const response = await fetch(url + path, { method, headers, ...(body && { body }) });
			const text = await response.text();
			return method === 'POST' ? comparable(text) : text;
		};
		const [ours, floors] = [await ask(server), await ask(floor)];
		if (ours !== floors)
			throw new Error(`${name}: ${path} is answered differently:\n${ours}\n${floors}`);
	}
};

/**
 * Lets the server and the floor answer the same requests in turn, round by round, so that whatever
 * else the machine does meets both. The figure is the server's share of the floor's speed.
 */
export const race = async (
	server: Child,
	floor: Child,
	what: Case,
	{ rounds, seconds }: Rounds,
): Promise<Figure> => {
	await compare(server, floor, what);
	// What a process has not done often is slower, ours five seconds long and the floor two: it is not compiled yet.
	for (const child of [server, floor]) await perSecond(child, what, 3 * seconds);
	const speeds: { ours: number; floors: number }[] = [];
	for (let round = 0; round < rounds; round++)
		speeds.push({
			ours: await perSecond(server, what, seconds),
			floors: await perSecond(floor, what, seconds),
		});
	// A floor without an index may answer nobody in a short round: then it did less than one.
	const ratios = speeds.map(({ ours, floors }) => ours / (floors || 1 / seconds));
	const value = median(ratios);
	const least = speeds.some(({ floors }) => floors === 0) ? 'at least ' : '';
	const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
	const each = Math.round(median(speeds.map(({ ours }) => ours))).toLocaleString('en');
	return {
		name: what.name,
		measured: `${least}${value.toFixed(2)} (${low} to ${high}), ${each}/s`,
		value,
		unit: 'of the floor',
		...(what.target && { target: { value: what.target, better: 'more' } }),
	};
};
