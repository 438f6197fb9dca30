import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, run } from './run.ts';

/**
 * `npm test`: the checks, the tests of the API and the web, the tests in a real browser. Runs all of
 * them even when one fails, and ends with one line that counts.
 */
const cache = 'node_modules/.cache';
process.chdir(root);
mkdirSync(cache, { recursive: true });

// What is killed leaves its temporary folders: all of a run lie in one, which goes with it.
const temporary = mkdtempSync(join(tmpdir(), 'ufundi-tests-'));
// Some of it runs as nobody.
chmodSync(temporary, 0o1777);
process.env.TMPDIR = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
// But what Playwright compiled is kept for the next run.
process.env.PLAYWRIGHT_TRANSFORM_CACHE_DIR ??= join(root, cache, 'playwright');

interface Count {
	passed: number;
	failed: number;
	/** Which failed, and by what, for the end of a long output. */
	names: string[];
}

const failure = (name: string, messages: readonly string[]) =>
	[name, ...messages.slice(0, 1)].join('\n').split('\n').slice(0, 6).join('\n  ');

/** What a runner's report says; a run that fails without naming a test counts as one failure. */
const count = (file: string, ok: boolean, read: (report: never) => Count): Count => {
	let counted: Count = { passed: 0, failed: 0, names: [] };
	try {
		counted = read(JSON.parse(readFileSync(file, 'utf8')) as never);
	} catch {
		console.error(`${file} holds no report.`);
	}
	if (ok || counted.failed > 0) return counted;
	return { ...counted, failed: 1, names: [`${file} names none: see what was printed above`] };
};

const vitest = async () => {
	const file = join(cache, 'vitest.json');
	rmSync(file, { force: true });
	const reporters = `--reporter=default --reporter=json --outputFile.json=${file}`;
	const { ok } = await run(`vitest run ${reporters}`, { minutes: 60 });
	type Report = {
		numPassedTests: number;
		numFailedTests: number;
		testResults: {
			assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
		}[];
	};
	return count(file, ok, (report: Report) => ({
		passed: report.numPassedTests,
		failed: report.numFailedTests,
		names: report.testResults
			.flatMap(({ assertionResults }) => assertionResults)
			.filter(({ status }) => status === 'failed')
			.map(({ fullName, failureMessages }) => failure(fullName, failureMessages)),
	}));
};

interface Suite {
	suites?: Suite[];
	specs?: {
		ok: boolean;
		title: string;
		file: string;
		tests: { results: { errors: { message?: string }[] }[] }[];
	}[];
}
const specsOf = ({ suites = [], specs = [] }: Suite): NonNullable<Suite['specs']> => [
	...specs,
	...suites.flatMap(specsOf),
];

const playwright = async () => {
	const file = join(cache, 'playwright.json');
	rmSync(file, { force: true });
	process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file;
	const { ok } = await run('playwright test --reporter=list,json', { minutes: 60 });
	type Report = Suite & { stats: { expected: number; unexpected: number; flaky: number } };
	return count(file, ok, (report: Report) => ({
		passed: report.stats.expected + report.stats.flaky,
		failed: report.stats.unexpected,
		names: specsOf(report)
			.filter((spec) => !spec.ok)
			.map(({ file, title, tests }) => {
				const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
				return failure(
					`${file}: ${title}`,
					errors.map(({ message = '' }) => stripVTControlCharacters(message)),
				);
			}),
	}));
};

const check = await run('node scripts/check.ts', { minutes: 20 });
const rules: Count = {
	passed: 0,
	failed: Number(!check.ok),
	names: check.ok ? [] : ['the checks, at the top'],
};

// One after the other: beside one another they took longer, and what waits for a moment missed it.
const counts = [rules, await vitest(), await playwright()];
const total = (key: 'passed' | 'failed') => counts.reduce((sum, each) => sum + each[key], 0);
for (const name of counts.flatMap(({ names }) => names)) console.log(`\nFailed: ${name}`);
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 && total('passed') > 0 ? 0 : 1);
