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
import { PARTS, PARTS_FOLDER } from '../server/platform/files/reading/parts.ts';

/**
 * Builds the console, and copies the parts that read files next to the server. Skips both if no input has changed since
 * the last build, so that a second `npm start` is quick.
 */
process.chdir(join(import.meta.dirname, '..'));

const cache = 'node_modules/.cache';
const record = join(cache, 'built');
const result = 'web/dist';

const listInputs = () =>
	globSync(
		[
			'web/**',
			'shared/**',
			'docs/{editors,finance}.md',
			'docs/pictures/*.png',
			'vite.config.ts',
			'package.json',
			'package-lock.json',
		],
		{
			// The build writes the route tree, from files that are inputs.
			exclude: ['web/dist', 'web/src/routeTree.gen.ts', '**/*.test.ts', '**/*.test.tsx'],
		},
	)
		.filter((path) => statSync(path).isFile())
		.sort();

/** Hashes the names and contents of all inputs; file times differ after a fresh checkout. */
const hashInputs = () => {
	const hash = createHash('sha256');
	for (const path of listInputs()) {
		const content = readFileSync(path);
		hash.update(`${path}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex');
};

const isUpToDate = (now: string) =>
	existsSync(join(result, 'index.html')) &&
	existsSync(PARTS_FOLDER) &&
	existsSync(record) &&
	readFileSync(record, 'utf8') === now;

/** Ignores a failed rename if another build has done the same at the same time. */
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

/**
 * Builds into a temporary folder and replaces the old build at the end, so that the server never serves half a build.
 */
const build = async () => {
	const vite = await import('vite');
	const fresh = join(process.cwd(), cache, `web-${process.pid}`);
	try {
		await vite.build({
			logLevel: 'warn',
			// Vite warns about sizes before compression; the measurements check the transferred sizes.
			build: { outDir: fresh, emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
		});
		replaceResult(fresh);
	} finally {
		rmSync(fresh, { recursive: true, force: true });
	}
};

const now = hashInputs();
if (!isUpToDate(now)) {
	console.log('Building the console …');
	mkdirSync(cache, { recursive: true });
	rmSync(record, { force: true });
	await build();
	copyParts();
	writeFileSync(record, now);
}
