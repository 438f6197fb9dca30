import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { type DrivenBrowser, findProgram } from './driven.ts';

/**
 * Starts an installed Firefox, driven over WebDriver BiDi (developer.mozilla.org/docs/Web/WebDriver), or resolves to
 * null if there is none. `FIREFOX_PATH` names another one.
 */
export const startFirefox = async (): Promise<DrivenBrowser | null> => {
	const executablePath =
		process.env.FIREFOX_PATH ??
		findProgram('firefox-esr') ??
		findProgram('firefox') ??
		'/Applications/Firefox.app/Contents/MacOS/firefox';
	if (!existsSync(executablePath)) return null;
	const browser = await puppeteer.launch({
		browser: 'firefox',
		executablePath,
		args: ['--width=1366', '--height=768'],
		// Firefox does not support the emulation of a screen.
		defaultViewport: null,
	});
	const page = await browser.newPage();
	const errors: string[] = [];
	page.on('pageerror', (error) => errors.push(String(error)));
	page.on('console', (message) => {
		if (message.type() === 'error') errors.push(message.text());
	});
	page.on('dialog', (dialog) => {
		errors.push(`the browser asks: ${dialog.type()} ${dialog.message()}`);
		void dialog.accept();
	});
	const find = async (path: string) => {
		const element = await page.waitForSelector(`xpath/${path}`, { timeout: 60_000 });
		if (!element) throw new Error(`No element ${path}`);
		return element;
	};
	return {
		name: (await browser.version()).replace('firefox/', 'Firefox '),
		open: async (url) => {
			await page.goto(url, { timeout: 60_000, waitUntil: 'domcontentloaded' });
		},
		evaluate: (script) => page.evaluate(script) as Promise<never>,
		click: async (path) => {
			await (await find(path)).click();
		},
		type: async (path, text) => {
			await (await find(path)).type(text);
		},
		takeErrors: async () => errors.splice(0),
		close: () => browser.close(),
	};
};
