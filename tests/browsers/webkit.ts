import { type ChildProcess, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { type DrivenBrowser, findProgram, waitFor } from './driven.ts';

/** Key of an element in answers (w3.org/TR/webdriver2, section "Elements"). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Collects the errors of scripts: WebDriver does not report them. */
const COLLECT = `
	window.collectedErrors ??= [];
	if (!window.isCollecting) {
		window.isCollecting = true;
		addEventListener('error', (event) => collectedErrors.push(String(event.message)));
		addEventListener('unhandledrejection', (event) => collectedErrors.push(String(event.reason)));
		const { error } = console;
		console.error = (...values) => { collectedErrors.push(values.join(' ')); error(...values); };
	}
`;

/** Starts programs that end together, the last one first. */
const createPrograms = () => {
	const running: ChildProcess[] = [];
	return {
		start: (path: string, args: string[], env: Record<string, string> = {}) => {
			running.push(spawn(path, args, { stdio: 'ignore', env: { ...process.env, ...env } }));
		},
		end: () => {
			for (const program of running.reverse()) program.kill();
		},
	};
};

/**
 * Starts an installed WebKitGTK, driven by its WebKitWebDriver, or resolves to null if there is none. Without a display
 * it needs Xvfb. Errors before a page has loaded are not reported.
 */
export const startWebKit = async (): Promise<DrivenBrowser | null> => {
	const driver = findProgram('WebKitWebDriver');
	const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
	const screen = findProgram('Xvfb');
	if (!driver || !binary || !(process.env.DISPLAY || screen)) return null;
	const programs = createPrograms();
	const display = process.env.DISPLAY || ':97';
	if (!process.env.DISPLAY && screen)
		programs.start(screen, [display, '-screen', '0', '1366x768x24']);
	const port = 4597;
	programs.start(driver, [`--port=${port}`], { DISPLAY: display });

	const call = async (method: string, path: string, body?: object) => {
		const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
			method,
			...(body && { body: JSON.stringify(body) }),
		});
		const { value } = await answer.json();
		if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
		return value;
	};
	await waitFor('WebKitWebDriver', () => call('GET', '/status').catch(() => undefined));
	const { sessionId, capabilities } = await call('POST', '/session', {
		capabilities: {
			alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
		},
	});
	const session = `/session/${sessionId}`;
	const evaluate = (expression: string) =>
		call('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] });
	/** Retries, because an element may be drawn again between two calls. */
	const withElement = (path: string, act: string, body: object) =>
		waitFor(path, async () => {
			const find = { using: 'xpath', value: path };
			try {
				const { [ELEMENT]: id } = await call('POST', `${session}/element`, find);
				await call('POST', `${session}/element/${id}/${act}`, body);
				return true;
			} catch {
				return;
			}
		});
	return {
		name: `WebKitGTK ${capabilities.browserVersion}`,
		open: async (url) => {
			await call('POST', `${session}/url`, { url });
			await call('POST', `${session}/execute/sync`, { script: COLLECT, args: [] });
		},
		evaluate,
		click: async (path) => {
			await withElement(path, 'click', {});
		},
		type: async (path, text) => {
			await withElement(path, 'value', { text });
		},
		takeErrors: () => evaluate('(window.collectedErrors ?? []).splice(0)'),
		close: async () => {
			await call('DELETE', session).catch(() => undefined);
			programs.end();
		},
	};
};
