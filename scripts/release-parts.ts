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
];

/** What npm installs a release by. */
export const INSTALLED = ['package.json', 'package-lock.json', '.npmrc'];

/** The files at the top of a release. */
export const FILES = [...INSTALLED, 'README.md', 'LICENSE'];

const { start, ufundi, 'setup:store': store } = manifest.scripts;

/** The manifest of a release: its scripts are those that need nothing but what is in there. */
export const releasedManifest = { ...manifest, scripts: { start, ufundi, 'setup:store': store } };
