import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/browser.ts';

const { executablePath, env } = await findBrowser();

export default defineConfig({
	testDir: 'tests/e2e',
	testMatch: '**/*.spec.ts',
	outputDir: 'test-results',
	timeout: 45_000,
	globalTimeout: 18 * 60_000,
	expect: { timeout: 10_000 },
	forbidOnly: !!process.env.CI,
	// A machine under load may miss a deadline once; a test that passes only then is reported as flaky.
	retries: process.env.CI ? 2 : 0,
	workers: 2,
	use: {
		launchOptions: {
			executablePath,
			env: { ...process.env, ...env },
			args: ['--font-render-hinting=none'],
		},
		locale: 'en-KE',
		// Keeping one of every test costs each a fifth more.
		trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
		// Recording needs a program that does not come with the packages, and hangs without it.
		video: 'off',
	},
	projects: [
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
	],
});
