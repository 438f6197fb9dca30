import { availableParallelism } from 'node:os';
import { defineConfig, type Project } from '@playwright/test';
import { findBrowser } from './tests/browser.ts';
import { POLL_MS, TEST_MS } from './tests/patience.ts';

const { executablePath, env } = await findBrowser();

/**
 * `npm test` runs every test in the first look, and in the second the tests with the tag @walk, which open all screens.
 * `npm run test:rest` runs the others in the second and third look, and those with the tag @long.
 */
const looks: Project[] = [
	{
		name: 'light-wide',
		use: {
			viewport: { width: 1440, height: 900 },
			colorScheme: 'light',
			timezoneId: 'Africa/Nairobi',
		},
	},
	{
		name: 'dark-narrow',
		// Tests that do not depend on the width run in the other projects.
		grepInvert: /@once/,
		use: {
			viewport: { width: 360, height: 780 },
			colorScheme: 'dark',
			hasTouch: true,
			// The console shows East Africa Time wherever the person is.
			timezoneId: 'America/New_York',
		},
	},
	{
		name: 'dark-wide',
		// For contrasts in the states of screens that only these tests reach.
		grep: /@once/,
		grepInvert: /@long/,
		use: {
			viewport: { width: 1440, height: 900 },
			colorScheme: 'dark',
			timezoneId: 'Africa/Nairobi',
		},
	},
];

/** Specs with `test.use({ sampleData: true })`. */
const ON_SAMPLE_DATA = /\/(dashboard|payment-drawer|transactions)\.spec\.ts$/;

export default defineConfig({
	testDir: 'tests/e2e',
	testMatch: '**/*.spec.ts',
	outputDir: 'test-results',
	timeout: TEST_MS,
	globalTimeout: 60 * 60_000,
	expect: { timeout: POLL_MS },
	reporter: [['list'], ['./tests/slow-tests.ts']],
	forbidOnly: !!process.env.CI,
	// One more than there are cores: a test waits for timers, answers and frames for two fifths of its time.
	workers: availableParallelism() + 1,
	use: {
		actionTimeout: POLL_MS,
		launchOptions: {
			executablePath,
			env: { ...process.env, ...env },
			// Without a spare renderer process, which takes a tenth of the memory of a page.
			args: ['--font-render-hinting=none', '--renderer-process-limit=1'],
		},
		// Tests of a worker have one context and page, cleared before each: a new one takes a third of a second.
		reuseContext: true,
		locale: 'en-KE',
		// Animations take CPU time; only journey.spec.ts has motion.
		contextOptions: { reducedMotion: 'reduce' },
		// Recording a trace takes a fifth more time. Failures show a message, the accessibility tree and a screenshot; run
		// them again with --trace on for a trace.
		trace: 'off',
		screenshot: 'only-on-failure',
		// Recording hangs without a program that is not in the packages.
		video: 'off',
	},
	projects: [
		// First, with one worker for each look: a site with sample data takes the time of three without.
		...looks.map((look) => ({ ...look, testMatch: ON_SAMPLE_DATA, workers: 1 })),
		...looks.map((look) => ({ ...look, testIgnore: ON_SAMPLE_DATA })),
	],
});
