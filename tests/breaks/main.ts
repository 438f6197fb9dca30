/**
 * Breaks a copy of the product in one place after the other, runs the tests closest to it, and reports the faults that
 * no test noticed: `npm run test:breaks`. Further words select parts or files: `npm run test:breaks -- money`.
 * `--long` runs the tests at length.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const LEFT = new Set(['.git', 'node_modules', 'data', 'test-results']);

/** A fault, and the tests closest to it, of which one must fail. */
interface Fault {
	part: string;
	file: string;
	from: string;
	to: string;
	tests: string[];
}

const faults = readFileSync(join(import.meta.dirname, 'faults.txt'), 'utf8')
	.split(/\n\n/)
	.slice(1)
	.map((block): Fault => {
		const [head = '', from = '', to = '', tests = ''] = block.trim().split('\n');
		const [part = '', file = ''] = head.split(' ');
		return { part, file, from: from.slice(2), to: to.slice(2), tests: tests.split(' ') };
	});

const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith('--'));
const mode = args.includes('--long') ? ['--mode', 'long'] : [];

const copyProduct = () => {
	const copy = mkdtempSync(join(tmpdir(), 'ufundi-breaks-'));
	cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT.has(basename(path)) });
	symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
	return copy;
};

let output = '';
const runIn = (folder: string, ...command: string[]) => {
	const run = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
	output = run.stdout + run.stderr;
	return run;
};

/** Runs the tests of a fault. Returns whether all pass. */
const pass = (folder: string, tests: readonly string[]) => {
	const specs = tests.filter((test) => test.endsWith('.spec.ts'));
	const others = tests.filter((test) => !test.endsWith('.spec.ts'));
	const vitest = 'node_modules/vitest/vitest.mjs';
	if (others.length > 0 && runIn(folder, vitest, 'run', ...mode, ...others).status !== 0)
		return false;
	if (specs.length === 0) return true;
	const playwright = 'node_modules/@playwright/test/cli.js';
	return (
		runIn(folder, 'scripts/build.ts').status === 0 &&
		runIn(folder, playwright, 'test', '--project=light-wide', ...specs).status === 0
	);
};

/** Breaks the copy in one place. Returns whether a test noticed it. */
const isNoticed = (folder: string, { file, from, to, tests }: Fault) => {
	const path = join(folder, file);
	const text = readFileSync(path, 'utf8');
	writeFileSync(
		path,
		text.replace(from, () => to),
	);
	try {
		return !pass(folder, tests);
	} finally {
		writeFileSync(path, text);
	}
};

const selected = faults.filter(
	({ part, file }) =>
		words.length === 0 || words.some((word) => part === word || file.includes(word)),
);
const outdated = selected.filter(
	({ file, from }) => readFileSync(join(ROOT, file), 'utf8').split(from).length !== 2,
);
for (const { file, from } of outdated) console.error(`Not once in ${file}: ${from}`);
if (outdated.length > 0 || args.includes('--list')) {
	console.error(`${selected.length} faults, ${outdated.length} without their place.`);
	process.exit(outdated.length > 0 ? 1 : 0);
}

const folder = copyProduct();
let missed = 0;
try {
	// A test that fails without a fault would notice all of them.
	if (!pass(folder, [...new Set(selected.flatMap(({ tests }) => tests))]))
		throw new Error(`The tests fail without a fault:\n${output.slice(-10_000)}`);
	for (const each of selected) {
		const noticed = isNoticed(folder, each);
		if (!noticed) missed++;
		console.warn(
			`${noticed ? 'noticed' : 'NOT noticed'}: ${each.part}, ${each.file}: ${each.from}`,
		);
	}
} finally {
	rmSync(folder, { recursive: true });
}
console.warn(`${selected.length - missed} of ${selected.length} faults were noticed.`);
process.exitCode = missed === 0 ? 0 : 1;
