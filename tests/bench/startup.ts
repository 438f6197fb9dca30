import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { start } from './child.ts';
import { type Figure, median } from './figures.ts';

const TIMES = 5;

const once = async (dataDir: string) => {
	const server = await start('server/main.ts', dataDir);
	const { status } = await fetch(`${server.url}/readyz`);
	const memory = server.memory();
	await server.stop();
	if (status !== 200)
		throw new Error(`/readyz answered ${status} after the server had said ready.`);
	return { ms: server.readyMs, memory };
};

/** How long a start takes, from the process to the printed line: a new data folder each time, then a large one. */
export const startTimes = async (folder: string, large: string): Promise<Figure[]> => {
	const times = async (name: string, dataDir: () => string): Promise<Figure> => {
		const all: number[] = [];
		for (let time = 0; time < TIMES; time++) all.push((await once(dataDir())).ms);
		const value = median(all);
		return {
			name,
			measured: `${value.toFixed(0)} ms (${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)})`,
			value,
			unit: 'ms',
			target: { value: 1500, better: 'less' },
		};
	};
	const empty = mkdtempSync(join(folder, 'empty-'));
	const made: string[] = [];
	const fresh = () => {
		const dir = mkdtempSync(join(folder, 'fresh-'));
		made.push(dir);
		return dir;
	};
	const figures = [
		await times('start, first on an empty folder', fresh),
		await times('start, the large catalogue', () => large),
	];
	for (const dir of [empty, ...made]) rmSync(dir, { recursive: true, force: true });
	return figures;
};
