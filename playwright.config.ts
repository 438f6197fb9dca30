import { availableParallelism } from 'node:os';
import { defineConfig, type Project } from '@playwright/test';
import { findBrowser } from './tests/browser.ts';

const { executablePath, env } = await findBrowser();

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
		// Tests that do not depend on the look run once, in the other project.
		grepInvert: /@once/,
		use: {
			viewport: { width: 360, height: 780 },
			colorScheme: 'dark',
			hasTouch: true,
			// The console shows East Africa Time wherever the person is.
			timezoneId: 'America/New_York',
		},
	},
];

/** Specs with `test.use({ sampleData: true })`. */
const ON_SAMPLE_DATA = /\/(dashboard|payment-drawer|transactions)\.spec\.ts$/;

export default defineConfig({
	testDir: 'tests/e2e',
	testMatch: '**/*.spec.ts',
	outputDir: 'test-results',
	// Long enough for a slow, shared machine; only a hang exceeds it.
	timeout: 300_000,
	globalTimeout: 60 * 60_000,
	expect: { timeout: 45_000 },
	forbidOnly: !!process.env.CI,
	// A machine under load may miss a deadline once; a test that passes on retry is reported as flaky.
	retries: process.env.CI ? 2 : 0,
	// The server tests run next to these: more workers make each test slower, and all together no faster.
	workers: availableParallelism(),
	use: {
		actionTimeout: 60_000,
		launchOptions: {
			executablePath,
			env: { ...process.env, ...env },
			// Without a spare renderer process, which takes a tenth of the memory of a page.
			args: ['--font-render-hinting=none', '--renderer-process-limit=1'],
		},
		locale: 'en-KE',
		// Animations take CPU time; only journey.spec.ts has motion.
		contextOptions: { reducedMotion: 'reduce' },
		// Recording a trace takes a fifth more time. Failures show a message, the accessibility tree and a screenshot; run
		// them again with --trace on for a trace.
		trace: process.env.CI ? 'on-first-retry' : 'off',
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
