import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const readSource = (file: string) => readFileSync(join(root, file), 'utf8');
const listPaths = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

const sources = globSync(['server/**/*.ts', 'shared/**/*.ts', 'web/src/**/*.{ts,tsx}'], {
	cwd: root,
}).filter((file) => !/\.test\.tsx?$|\/fixtures\/|^server\/testing\/|\.gen\.ts$/.test(file));
/** The relative imports of each file, static and dynamic, as paths from the root. */
const imports = new Map(
	sources.map((file) => [
		file,
		[...readSource(file).matchAll(/(?:\bfrom |\bimport\(|\bimport )'(\.[^']+)'/g)].map(
			([, path = '']) => join(dirname(file), path),
		),
	]),
);

/** The rows of the table of parts that can be removed. */
const parts = [
	...readSource('docs/architecture.md').matchAll(/^\| ([A-Z][^|]*) \| (`[^|]*) \| (`[^|]*) \|$/gm),
].map(([, name = '', own, places]) => ({ name, own: listPaths(own), places: listPaths(places) }));

it.each(parts)('imports $name only in the places that the architecture names', (part) => {
	const isOwn = (path: string) =>
		part.own.some((prefix) => path.startsWith(prefix)) && !path.endsWith('/tables.ts');
	for (const path of part.own) expect(sources.some((file) => file.startsWith(path))).toBe(true);
	const importers = sources.filter((file) => !isOwn(file) && imports.get(file)?.some(isOwn));
	expect(importers.sort()).toEqual([...part.places].sort());
});

it('has a row for each part', () => {
	expect(parts.map(({ name }) => name.split(',')[0])).toEqual([
		...['Intake', 'Coverage', 'Months', 'Reconciliation', 'Learners'],
	]);
});
