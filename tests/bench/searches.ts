import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child.ts';
import { type Figure, quantile } from './figures.ts';
import { pick, seeded } from './names.ts';

const LOOK_MS = 25;

/** Words of the names in `names.ts`: of very many, of some, of few; beginnings, ends, and what none has. */
const WORDS = [
	...[
		'revision questions',
		'part',
		'ing',
		'paper',
		'of',
		'electrical',
		'ohm',
		'plumbing',
		'2024',
		'july',
	],
	...[
		'mix design',
		'diploma in welding',
		'paper 1',
		'zz',
		'en',
		'module ii',
		'turbofan blades',
		'10%',
	],
	...['technology building', 'questions revision', 'fabrication and welding', '254712', 'ua14'],
];
/** The same, as fingers that slip write them. */
const SLIPS = ['plubming', 'elecrtical', 'revison questions', 'welidng', 'surveing', 'tecnolgy'];

/** Any search, as people make them: the same number, the same text. */
export const anySearch = (number: number) => {
	const chance = seeded(number);
	if (chance() < 0.2) return pick(chance, SLIPS);
	if (chance() < 0.2) return `T${String(Math.floor(chance() * 100_000)).padStart(6, '0')}`;
	return pick(chance, WORDS);
};

/** Somebody who looks for one thing after the other, over the whole catalogue. */
export const searchTimes = async (server: Child, count: number): Promise<Figure[]> => {
	const times: { text: string; ms: number }[] = [];
	for (let number = 0; number < count; number++) {
		const text = anySearch(number);
		const from = performance.now();
		const answer = await fetch(`${server.url}/api/search?${new URLSearchParams({ q: text })}`, {
			headers: server.headers,
		});
		await answer.text();
		if (!answer.ok) throw new Error(`${answer.status} for ${text}`);
		times.push({ text, ms: performance.now() - from });
		await pause(LOOK_MS);
	}
	const of = (share: number) =>
		quantile(
			times.map(({ ms }) => ms),
			share,
		);
	const slowest = times.toSorted((a, b) => b.ms - a.ms)[0];
	return [
		{
			name: 'any search for everything, p95',
			measured: `${of(0.95).toFixed(1)} ms`,
			value: of(0.95),
			unit: 'ms',
			target: { value: 50, better: 'less' },
		},
		{ name: 'the same, median', measured: `${of(0.5).toFixed(1)} ms`, value: of(0.5), unit: 'ms' },
		{
			name: 'the same, slowest',
			measured: `${slowest?.ms.toFixed(1)} ms: ${slowest?.text}`,
			value: slowest?.ms ?? 0,
			unit: 'ms',
		},
	];
};
