// Adds the packages that FILES_URL needs to a production install, in the versions of package-lock.json; files on a disk
// do not need them. Plain JavaScript, as setup.mjs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const wanted = Object.entries(devDependencies)
	.filter(([name]) => name.startsWith('@aws-sdk/'))
	.map(([name, version]) => `${name}@${version}`);
// Saved as dependencies for this install only: as development dependencies they would be left out.
const how = ['--no-save', '--save-prod', '--omit=dev'];
const { status } = spawnSync('npm', ['install', ...how, ...wanted], {
	stdio: 'inherit',
	shell: process.platform === 'win32',
});
process.exit(status ?? 1);
