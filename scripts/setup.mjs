// Installs the packages of package-lock.json, unless that was done already. Plain JavaScript without dependencies,
// because on a fresh clone it runs on the Node that started npm. With `build`, it also builds the console, on the Node
// from the packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const stamp = 'node_modules/.cache/installed';

const wanted = () => {
	const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		hash.update(readFileSync(file));
	}
	return hash.digest('hex');
};

// Without npm's own record, the folder is incomplete, or another tool made it.
const installed =
	existsSync('node_modules/.package-lock.json') &&
	existsSync('node_modules/.bin/node') &&
	existsSync(stamp) &&
	readFileSync(stamp, 'utf8') === wanted();

const npm = (args, stdout) => {
	const stdio = ['ignore', stdout, 'inherit'];
	const { status } = spawnSync('npm', args, { stdio, shell: process.platform === 'win32' });
	if (status !== 0) process.exit(status ?? 1);
};

if (!installed) {
	console.log('Installing the packages: a minute or two, this once …');
	// Where CI is set, the lock file must fit, and nothing is left of an earlier installation.
	const command = process.env.CI ? 'ci' : 'install';
	npm([command, '--no-audit', '--no-fund', '--loglevel=error'], 'ignore');
	mkdirSync('node_modules/.cache', { recursive: true });
	writeFileSync(stamp, wanted());
}
if (process.argv[2] === 'build') npm(['run', '--silent', 'build'], 'inherit');
