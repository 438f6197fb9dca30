import { existsSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { expect, it, vi } from 'vitest';
import { buildExample } from '../examples/learner/serve.ts';

const DIST = 'web/dist';
/** The part of the 300 KB and 20 requests of a screen that is left for the bodies of its API calls. */
const CALLS = { kilobytes: 3.7, requests: 4 };
const SPLIT = '.tsx?tsr-split=component';

const manifest: Manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8'));

/** Returns the size over the wire in kilobytes. */
const sizeOf = (file: string) => {
	const compressed = `${DIST}/${file}.br`;
	return statSync(existsSync(compressed) ? compressed : `${DIST}/${file}`).size / 1000;
};

/** Adds the scripts and style sheets that an entry of the manifest needs. */
const collect = (key: string, files = new Set<string>()) => {
	const entry = manifest[key];
	if (!entry || files.has(entry.file)) return files;
	files.add(entry.file);
	for (const sheet of entry.css ?? []) files.add(sheet);
	for (const each of entry.imports ?? []) collect(each, files);
	return files;
};

it('opens every screen with at most 300 KB in 20 requests', () => {
	const screens = Object.keys(manifest).filter((key) => key.endsWith(SPLIT));
	expect(screens.length).toBeGreaterThan(20);
	const frame = ['index.html', `src/routes/admin/route${SPLIT}`];
	const loads = screens.map((screen) => {
		// A screen that opens above another one, as a payment above the list, needs both.
		const below = screen.replace(/\.[^./]+(?=\.tsx\?)/, '');
		const files = new Set(
			[...frame, below, screen, 'style.css'].flatMap((key) => [...collect(key)]),
		);
		const kilobytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
		return { screen, kilobytes, requests: 1 + files.size };
	});
	const tooLarge = loads.filter(
		({ kilobytes, requests }) =>
			kilobytes > 300 - CALLS.kilobytes || requests > 20 - CALLS.requests,
	);
	expect(tooLarge).toEqual([]);
});

it('opens the page for learners with at most 90 KB', async () => {
	// Vite builds React for development in tests.
	vi.stubEnv('NODE_ENV', 'production');
	const files = [...(await buildExample()).values()];
	vi.unstubAllEnvs();
	const kilobytes = files.reduce((sum, content) => sum + gzipSync(content).length / 1000, 0);
	expect(files.length).toBeGreaterThan(3);
	expect(kilobytes).toBeLessThan(90);
});
