import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/open-database.ts';
import { openFileStore } from '../server/platform/files/open.ts';

const PACKAGES = join(import.meta.dirname, '../node_modules');

/** Returns the API reference, as `/api/openapi.json` sends it with all parts on. */
const describeApi = async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'ufundi-client-'));
	const database = await openDatabase({ dataDir });
	try {
		const config = { ...readConfig({ LEARNERS: '1', MCP: '1' }), secret: 'x'.repeat(64), dataDir };
		const files = await openFileStore(config);
		const { version } = manifest;
		const app = await buildApp({ config, database, files, version, logger: false });
		await app.ready();
		const document = app.swagger();
		await app.close();
		return document;
	} finally {
		await database.close();
		rmSync(dataDir, { recursive: true });
	}
};

/** A TypeScript with a compiler API, which openapi-typescript needs and ours lacks. */
const COMPILER = pathToFileURL(join(PACKAGES, '@ts-morph/common/dist/typescript.js')).href;

const describeTypes = async (document: unknown) => {
	registerHooks({
		resolve: (name, context, next) => next(name === 'typescript' ? COMPILER : name, context),
	});
	const { default: openapiTS, astToString } = await import('openapi-typescript');
	return astToString(await openapiTS(document as never));
};

/** The client itself, and its types, which import those of the API. */
const SOURCES = join(import.meta.dirname, 'client');

/**
 * Writes the typed client of the API to a folder, as a package without dependencies: openapi-fetch is built into it. It
 * runs in browsers and in Node 20.
 */
export const buildClient = async (folder: string) => {
	rmSync(folder, { recursive: true, force: true });
	await build({
		root: SOURCES,
		configFile: false,
		logLevel: 'warn',
		build: {
			lib: { entry: 'index.js', formats: ['es'], fileName: () => 'index.js' },
			outDir: folder,
			emptyOutDir: true,
			minify: false,
			target: 'es2022',
		},
	});
	const fetchTypes = readFileSync(join(PACKAGES, 'openapi-fetch/dist/index.d.mts'), 'utf8');
	writeFileSync(
		join(folder, 'openapi-fetch.d.ts'),
		fetchTypes.replaceAll("'openapi-typescript-helpers'", "'./openapi-typescript-helpers.js'"),
	);
	cpSync(
		join(PACKAGES, 'openapi-typescript-helpers/dist/index.d.mts'),
		join(folder, 'openapi-typescript-helpers.d.ts'),
	);
	writeFileSync(join(folder, 'api.d.ts'), await describeTypes(await describeApi()));
	cpSync(join(SOURCES, 'index.d.ts'), join(folder, 'index.d.ts'));
	const { version, license } = manifest;
	const types = './index.d.ts';
	const own = { name: 'ufundi-client', version, license, type: 'module', types };
	writeFileSync(
		join(folder, 'package.json'),
		`${JSON.stringify({ ...own, exports: { types, default: './index.js' } }, null, '\t')}\n`,
	);
};

if (import.meta.main) {
	const folder = join(import.meta.dirname, '../dist/client');
	await buildClient(folder);
	console.log(`The client of the API is in ${folder}.`);
}
