import { createHash } from 'node:crypto';
import {
	existsSync,
	globSync,
	mkdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Builds the console, unless nothing that goes into it has changed since the last build: then it is
 * done in a fraction of a second, so that a second `npm start` is a quick one.
 */
const root = join(import.meta.dirname, '..');
process.chdir(root);

const record = 'node_modules/.cache/built';
const result = 'web/dist/index.html';

const inputs = () =>
	globSync(['web/**', 'shared/**', 'vite.config.ts', 'package.json', 'package-lock.json'], {
		exclude: ['web/dist', 'web/.tanstack', '**/*.test.ts', '**/*.test.tsx'],
	})
		.filter((path) => statSync(path).isFile())
		.sort();

/** One hash over every input's name and content; times would not survive a fresh checkout. */
const fingerprint = () => {
	const hash = createHash('sha256');
	for (const path of inputs()) {
		const content = readFileSync(path);
		hash.update(`${path}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex');
};

const upToDate = () =>
	existsSync(result) && existsSync(record) && readFileSync(record, 'utf8') === fingerprint();

if (!upToDate()) {
	rmSync(record, { force: true });
	const { build } = await import('vite');
	await build({ logLevel: 'warn' });
	mkdirSync(dirname(record), { recursive: true });
	// Taken after the build: it may have written the route tree, which is one of its inputs.
	writeFileSync(record, fingerprint());
}
