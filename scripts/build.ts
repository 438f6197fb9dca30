import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	globSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PARTS, PARTS_FOLDER } from '../server/files/reading/parts.ts';

/**
 * Builds the console, and puts beside the server what it reads files with, unless nothing that goes into it has changed since the last build: then it is
 * done in a fraction of a second, so that a second `npm start` is a quick one.
 */
process.chdir(join(import.meta.dirname, '..'));

const cache = 'node_modules/.cache';
const record = join(cache, 'built');
const result = 'web/dist';

const inputs = () =>
	globSync(['web/**', 'shared/**', 'vite.config.ts', 'package.json', 'package-lock.json'], {
		// The build itself writes the route tree, from files that are inputs.
		exclude: ['web/dist', 'web/src/routeTree.gen.ts', '**/*.test.ts', '**/*.test.tsx'],
	})
		.filter((path) => statSync(path).isFile())
		.sort();

/** Hashes the names and contents of all inputs; file times differ after a fresh checkout. */
const fingerprint = () => {
	const hash = createHash('sha256');
	for (const path of inputs()) {
		const content = readFileSync(path);
		hash.update(`${path}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex');
};

const upToDate = (now: string) =>
	existsSync(join(result, 'index.html')) &&
	existsSync(PARTS_FOLDER) &&
	existsSync(record) &&
	readFileSync(record, 'utf8') === now;

/** Another build may do the same at the same moment; one of the two is enough. */
const replaceResult = (fresh: string) => {
	rmSync(result, { recursive: true, force: true });
	try {
		renameSync(fresh, result);
	} catch (error) {
		if (!existsSync(join(result, 'index.html'))) throw error;
	}
};

/** Copies the WebAssembly parts that read files, for installs without their packages. */
const copyParts = () => {
	mkdirSync(PARTS_FOLDER, { recursive: true });
	for (const [name, path] of Object.entries(PARTS))
		copyFileSync(join('node_modules', path), join(PARTS_FOLDER, name));
};

/** Builds beside the old one and takes its place at the end: no start meets half a console. */
const build = async () => {
	const vite = await import('vite');
	const fresh = join(process.cwd(), cache, `web-${process.pid}`);
	try {
		await vite.build({
			logLevel: 'warn',
			// What counts is what goes over the wire, and the measurements look at that.
			build: { outDir: fresh, emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
		});
		replaceResult(fresh);
	} finally {
		rmSync(fresh, { recursive: true, force: true });
	}
};

const now = fingerprint();
if (!upToDate(now)) {
	console.log('Building the console …');
	mkdirSync(cache, { recursive: true });
	rmSync(record, { force: true });
	await build();
	copyParts();
	writeFileSync(record, now);
}
