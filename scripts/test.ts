import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.ts';

/**
 * `npm test`: the checks, the tests of the API and the web, the tests in a real browser. Runs all of
 * them even when one fails, and ends with one line that counts.
 */
const cache = 'node_modules/.cache';
process.chdir(root);
mkdirSync(cache, { recursive: true });

interface Count {
	passed: number;
	failed: number;
}

/** What a runner's report says; a run that fails without naming a test counts as one failure. */
const count = (file: string, ok: boolean, read: (report: never) => Count): Count => {
	let counted: Count = { passed: 0, failed: 0 };
	try {
		counted = read(JSON.parse(readFileSync(file, 'utf8')) as never);
	} catch {
		console.error(`${file} holds no report.`);
	}
	return ok ? counted : { ...counted, failed: Math.max(1, counted.failed) };
};

const vitest = async () => {
	const file = join(cache, 'vitest.json');
	rmSync(file, { force: true });
	const reporters = `--reporter=default --reporter=json --outputFile.json=${file}`;
	const { ok } = await run(`vitest run ${reporters}`, { minutes: 60 });
	return count(file, ok, (report: { numPassedTests: number; numFailedTests: number }) => ({
		passed: report.numPassedTests,
		failed: report.numFailedTests,
	}));
};

const playwright = async () => {
	const file = join(cache, 'playwright.json');
	rmSync(file, { force: true });
	process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file;
	const { ok } = await run('playwright test --reporter=list,json', { minutes: 60 });
	type Report = { stats: { expected: number; unexpected: number; flaky: number } };
	return count(file, ok, ({ stats }: Report) => ({
		passed: stats.expected + stats.flaky,
		failed: stats.unexpected,
	}));
};

const check = await run('node scripts/check.ts', { minutes: 20 });
const rules: Count = { passed: 0, failed: Number(!check.ok) };

const counts = [rules, await vitest(), await playwright()];
const total = (key: keyof Count) => counts.reduce((sum, each) => sum + each[key], 0);
if (rules.failed > 0) console.log('\nThe checks failed; see the top.');
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 && total('passed') > 0 ? 0 : 1);
