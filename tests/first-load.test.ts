import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

const DIST = 'web/dist';
/** Of the 300 KB and 20 requests that a screen may take, what is left for its page and what it asks the API. */
const ANSWERS = { kilobytes: 10, requests: 2 };

const sent = (file: string) => {
	const packed = `${DIST}${file}.br`;
	return statSync(existsSync(packed) ? packed : DIST + file).size / 1000;
};

it('opens every screen with at most 300 KB in 20 requests', () => {
	const html = readFileSync(`${DIST}/index.html`, 'utf8');
	const always = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
		([, file]) => `${file}`,
	);
	expect(always.length).toBeGreaterThan(2);
	const screens: { pattern: string; files: string[] }[] = JSON.parse(
		readFileSync(`${DIST}/first.json`, 'utf8'),
	);
	const tooMuch = screens.flatMap(({ pattern, files }) => {
		const all = [...always, ...files];
		const kilobytes = all.reduce((sum, file) => sum + sent(file), 0);
		const requests = 1 + all.length;
		return kilobytes > 300 - ANSWERS.kilobytes || requests > 20 - ANSWERS.requests
			? [`${pattern}: ${kilobytes.toFixed(1)} KB in ${requests} requests`]
			: [];
	});
	expect(tooMuch).toEqual([]);
});
