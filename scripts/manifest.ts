import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** The folders of a release, and files from other folders. */
export const PARTS = [
	'server',
	'shared',
	'sample',
	'lib',
	'web/dist',
	'deploy',
	'docs',
	'examples',
	'scripts/setup-store.mjs',
	'scripts/require-node.mjs',
];

/** Files that npm needs to install a release. */
export const INSTALLED = ['package.json', 'package-lock.json', '.npmrc'];

/** The files in the root of a release. */
export const FILES = [
	...INSTALLED,
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'LICENSE',
];

const { start, ufundi, 'setup:store': store } = manifest.scripts;

/** Minimum version, because older ones do not run TypeScript. A checkout installs its own Node, a release does not. */
const NODE = '>=26';
const onNode = (script: string) => `node scripts/require-node.mjs && ${script}`;

/** The `package.json` of a release: its scripts need only the archive and this version of Node. */
export const releasedManifest = {
	...manifest,
	engines: { node: NODE },
	scripts: { start: onNode(start), ufundi: onNode(ufundi), 'setup:store': store },
};

/** Arguments of Node that start the server as `npm start` does (decision 0010). */
export const START_COMMAND: readonly string[] = [
	...start.split(' ').filter((word) => word.startsWith('--')),
	join(import.meta.dirname, '../server/main.ts'),
];
