import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** The folders, and files of other folders, that a release is made of. */
export const PARTS = [
	'server',
	'shared',
	'sample',
	'lib',
	'web/dist',
	'deploy',
	'docs',
	'scripts/setup-store.mjs',
	'scripts/require-node.mjs',
];

/** Files by which npm installs a release. */
export const INSTALLED = ['package.json', 'package-lock.json', '.npmrc'];

/** The files at the top of a release. */
export const FILES = [...INSTALLED, 'README.md', 'LICENSE'];

const { start, ufundi, 'setup:store': store } = manifest.scripts;

/** Older versions of Node do not run TypeScript; a checkout brings its own Node, a release does not. */
const NODE = '>=26';
const onNode = (script: string) => `node scripts/require-node.mjs && ${script}`;

/** The manifest of a release: its scripts need only what is in the archive, and the Node that it names. */
export const releasedManifest = {
	...manifest,
	engines: { node: NODE },
	scripts: { start: onNode(start), ufundi: onNode(ufundi), 'setup:store': store },
};

/** Arguments of Node that start the server as `npm start` does. */
export const START_COMMAND: readonly string[] = [
	...start.split(' ').filter((word) => word.startsWith('--')),
	join(import.meta.dirname, '../server/main.ts'),
];
