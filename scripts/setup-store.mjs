// Adds what FILES_URL needs to a production install, in the versions that package-lock.json names: who
// keeps files on a disk does without it. Plain JavaScript, as setup.mjs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const wanted = Object.entries(devDependencies)
	.filter(([name]) => name.startsWith('@aws-sdk/'))
	.map(([name, version]) => `${name}@${version}`);
// As dependencies, for this install only: as what they are in package.json they would be left out.
const how = ['--no-save', '--save-prod', '--omit=dev'];
const { status } = spawnSync('npm', ['install', ...how, ...wanted], {
	stdio: 'inherit',
	shell: process.platform === 'win32',
});
process.exit(status ?? 1);
