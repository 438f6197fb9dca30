import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Records the status of each call of curl, and runs npm in the root of the project. */
const FUNCTIONS = `
curl() {
	local status
	{ status=$(command curl -sS -w '%{stderr}%{http_code}' "$@" 2>&1 1>&3); } 3>&1
	echo "$status" >> "$STATUSES"
}
npm() { (cd "$ROOT" && command npm "$@"); }
`;

/**
 * Runs the commands of a guide in one shell, against a server at `url`. Returns the statuses of its calls of curl, and
 * those that the guide states in comments at the ends of its lines (`# 201`). Fails if a command fails.
 */
export const runGuide = async (
	document: string,
	{ url, folder, env }: { url: string; folder: string; env: Record<string, string> },
) => {
	const text = readFileSync(join(ROOT, document), 'utf8');
	const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block);
	const script = blocks.join('\n').replaceAll('http://localhost:4000', url);
	const statuses = join(folder, 'statuses');
	const bash = spawn('bash', ['-euo', 'pipefail', '-c', `${FUNCTIONS}\n${script}`], {
		cwd: folder,
		env: { ...process.env, ...env, ROOT, STATUSES: statuses },
	});
	let output = '';
	for (const stream of [bash.stdout, bash.stderr])
		stream.on('data', (data) => {
			output += data;
		});
	const code = await new Promise((resolve) => bash.on('close', resolve));
	if (code !== 0) throw new Error(`The commands of ${document} ended with ${code}: ${output}`);
	return {
		stated: [...script.matchAll(/ # (\d{3})$/gm)].map(([, status]) => status),
		statuses: readFileSync(statuses, 'utf8').trim().split('\n'),
		output,
	};
};

/** Prints the status of each answer to the file that `STATUSES` names. */
const RECORDED = `import { appendFileSync } from 'node:fs';
const { fetch: send } = globalThis;
globalThis.fetch = async (...sent) => {
	const answer = await send(...sent);
	appendFileSync(process.env.STATUSES, answer.status + '\\n');
	return answer;
};
`;

/**
 * Checks the types of a guide's steps with the client, which the folder has in `client`, and runs them like `runGuide`.
 */
export const runClientGuide = (
	document: string,
	{ url, folder }: { url: string; folder: string },
) => {
	const text = readFileSync(join(ROOT, document), 'utf8');
	const blocks = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block]) => block);
	const script = blocks.join('\n').replaceAll('http://localhost:4000', url);
	const statuses = join(folder, 'client-statuses');
	writeFileSync(join(folder, 'guide.mts'), script);
	writeFileSync(join(folder, 'recorded.mjs'), RECORDED);
	const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext'];
	const roots = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
	const run = (...[program, ...args]: [string, ...string[]]) =>
		execFileSync(program, args, {
			cwd: folder,
			encoding: 'utf8',
			env: { ...process.env, STATUSES: statuses },
		});
	run(join(ROOT, 'node_modules/.bin/tsc'), ...options, ...roots, 'guide.mts');
	const output = run(process.execPath, '--import', './recorded.mjs', 'guide.mts');
	return {
		stated: [...script.matchAll(/ \/\/ (\d{3})$/gm)].map(([, status]) => status),
		statuses: readFileSync(statuses, 'utf8').trim().split('\n'),
		output,
	};
};
