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
		// What looks have no say in runs once, in the other one.
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

/** What says `test.use({ sampleData: true })`. */
const ON_SAMPLE_DATA = /\/(dashboard|payment-drawer|transactions)\.spec\.ts$/;

export default defineConfig({
	testDir: 'tests/e2e',
	testMatch: '**/*.spec.ts',
	outputDir: 'test-results',
	// A hang is ended, slowness is not: a machine that others use takes its time.
	timeout: 180_000,
	globalTimeout: 60 * 60_000,
	expect: { timeout: 45_000 },
	forbidOnly: !!process.env.CI,
	// A machine under load may miss a deadline once; a test that passes only then is reported as flaky.
	retries: process.env.CI ? 2 : 0,
	// One more than there are cores: much of a test is waiting for what moves, or for time to pass.
	workers: availableParallelism() + 1,
	use: {
		actionTimeout: 60_000,
		launchOptions: {
			executablePath,
			env: { ...process.env, ...env },
			// No process is kept ready for a page that does not come: that takes a tenth of what a page takes.
			args: ['--font-render-hinting=none', '--renderer-process-limit=1'],
		},
		locale: 'en-KE',
		// Frames of what slides and fades take a processor's time. The journey of an editor has motion.
		contextOptions: { reducedMotion: 'reduce' },
		// Recording each test, in case it fails, costs each a fifth more: a failure tells its message, the
		// page's accessibility tree and a picture, and is recorded when it is run again with --trace on.
		trace: process.env.CI ? 'on-first-retry' : 'off',
		screenshot: 'only-on-failure',
		// Recording needs a program that does not come with the packages, and hangs without it.
		video: 'off',
	},
	projects: [
		// First, and one worker for each look: a site with the sample data costs as much as three without.
		...looks.map((look) => ({ ...look, testMatch: ON_SAMPLE_DATA, workers: 1 })),
		...looks.map((look) => ({ ...look, testIgnore: ON_SAMPLE_DATA })),
	],
});
