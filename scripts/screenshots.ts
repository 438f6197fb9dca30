/**
 * Takes the screenshots of the README from the sample data: `npm run screenshots`, or only those that are named
 * (`npm run screenshots -- topics audit`). Starts a server with a new data folder, so that they look the same everywhere.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, chromium, type Page } from '@playwright/test';
import { serveExample } from '../examples/learner/serve.ts';
import { findBrowser } from '../tests/browser.ts';
import { CONSOLE, signInTo } from '../tests/e2e/people.ts';
import { startServer } from '../tests/process.ts';

const FOLDER = join(import.meta.dirname, '../docs/pictures');
const ADMIN = { email: 'wanjiku@example.org', password: 'a-password-for-pictures-only' };

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 780 };

/** Describes a picture: screen, size, color scheme, and steps before it is taken. */
interface Picture {
	name: string;
	path: string;
	size: typeof WIDE;
	scheme: 'light' | 'dark';
	/** Of the page for learners instead of the console. */
	isExample?: true;
	before?: (page: Page) => Promise<void>;
}

const toSubjects = async (page: Page) => {
	await page
		.locator('main')
		.getByRole('link', { name: /^Subjects/ })
		.first()
		.click();
	await page.getByRole('heading', { level: 1, name: /^Subjects for / }).waitFor();
};

const toCourse = async (page: Page) => {
	await page
		.locator('main a[href^="/admin/courses/"]', { hasText: /\d+ subjects · / })
		.first()
		.click();
	await page.getByRole('region', { name: 'To do' }).waitFor();
};

const selectThree = async (page: Page) => {
	for (const box of [1, 2, 3])
		await page.locator('main tbody input[type=checkbox]').nth(box).check();
	await page.getByRole('button', { name: 'Publish 3', exact: true }).waitFor();
};

const find = async (page: Page) => {
	await page.getByRole('button', { name: 'Search everything' }).click();
	await page.getByRole('combobox', { name: 'Search everything' }).fill('elecrtical');
	await page.getByRole('option').first().waitFor();
	await page.getByText('No results for').waitFor();
};

const toPapers = (page: Page) =>
	page
		.getByRole('link', { name: /^Diploma in Electrical/ })
		.first()
		.click();

/** Makes a few changes, so that the audit trail has rows. */
const makeChanges = async (api: APIRequestContext, url: string) => {
	const headers = CONSOLE;
	const { data: courses } = await (await api.get(`${url}/api/courses`)).json();
	const [first, second] = courses;
	await api.put(`${url}/api/courses/${first.id}`, { headers, data: { price: 2_800 } });
	await api.put(`${url}/api/courses/${second.id}`, { headers, data: { duration: 30 } });
	const subjects = `${url}/api/courses/${first.id}/subjects`;
	const [subject] = (await (await api.get(subjects)).json()).data;
	await api.put(`${subjects}/${subject.id}`, { headers, data: { freeSubject: true } });
};

const pictures: readonly Picture[] = [
	{ name: 'dashboard', path: '/admin', size: WIDE, scheme: 'light' },
	{ name: 'courses', path: '/admin/courses', size: WIDE, scheme: 'light' },
	{ name: 'course', path: '/admin/courses', size: WIDE, scheme: 'light', before: toCourse },
	{ name: 'topics', path: '/admin/topics', size: WIDE, scheme: 'dark', before: selectThree },
	{ name: 'finding', path: '/admin/courses', size: WIDE, scheme: 'dark', before: find },
	{ name: 'transactions', path: '/admin/transactions', size: WIDE, scheme: 'light' },
	{ name: 'audit', path: '/admin/audit', size: WIDE, scheme: 'dark' },
	{
		name: 'subjects-on-a-phone',
		path: '/admin/courses',
		size: NARROW,
		scheme: 'light',
		before: toSubjects,
	},
	{ name: 'transactions-on-a-phone', path: '/admin/transactions', size: NARROW, scheme: 'dark' },
	{
		name: 'learner-on-a-phone',
		path: '/',
		size: NARROW,
		scheme: 'light',
		isExample: true,
		before: toPapers,
	},
];

const { executablePath, env } = await findBrowser();
const site = await startServer({
	SAMPLE_DATA: '1',
	LEARNERS: '1',
	PLANS: '1:600,3:1700',
	ADMIN_EMAIL: ADMIN.email,
	ADMIN_PASSWORD: ADMIN.password,
});
const example = await serveExample({ api: site.url });
const named = process.argv.slice(2);
const browser = await chromium.launch({
	executablePath,
	env: { ...process.env, ...env } as Record<string, string>,
	args: ['--font-render-hinting=none', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
	mkdirSync(FOLDER, { recursive: true });
	const first = await browser.newContext();
	await signInTo(site.url, first.request, ADMIN);
	await makeChanges(first.request, site.url);
	const storageState = await first.storageState();
	for (const { name, path, size, scheme, isExample, before } of pictures) {
		if (named.length > 0 && !named.includes(name)) continue;
		const context = await browser.newContext({
			storageState,
			viewport: size,
			colorScheme: scheme,
			locale: 'en-KE',
			timezoneId: 'Africa/Nairobi',
			reducedMotion: 'reduce',
		});
		const page = await context.newPage();
		await page.goto((isExample ? example.url : site.url) + path);
		await page.locator('main h1').waitFor();
		await before?.(page);
		// Moves the pointer away, so that it highlights nothing.
		await page.mouse.move(0, 0);
		// biome-ignore lint/nursery/noPlaywrightNetworkidle: a picture is of what has come to rest
		await page.waitForLoadState('networkidle');
		await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
		await context.close();
		console.log(`docs/pictures/${name}.png`);
	}
} finally {
	await browser.close();
	example.close();
	await site.stop();
}
