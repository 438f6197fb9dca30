/**
 * Takes the pictures of the README from the sample data: `npm run screenshots`, or only those that are named
 * (`npm run screenshots -- dashboard intake`). Starts a server with a new data folder, so that they look the same
 * everywhere.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { serveExample } from '../examples/learner/serve.ts';
import { findBrowser } from '../tests/browser.ts';
import { signInTo } from '../tests/e2e/people.ts';
import { startServer } from '../tests/process.ts';
import { hashSources, makeChanges, PICTURES, pictures, SOURCES_FILE } from './pictures.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, PICTURES);
const ADMIN = { email: 'wanjiku@example.org', password: 'a-password-for-pictures-only' };

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
const hashes = existsSync(join(root, SOURCES_FILE))
	? JSON.parse(readFileSync(join(root, SOURCES_FILE), 'utf8'))
	: {};
const browser = await chromium.launch({
	executablePath,
	env: { ...process.env, ...env } as Record<string, string>,
	args: ['--font-render-hinting=none', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
	mkdirSync(folder, { recursive: true });
	const first = await browser.newContext();
	await signInTo(site.url, first.request, ADMIN);
	await makeChanges(first.request, site.url);
	const storageState = await first.storageState();
	for (const picture of pictures) {
		const { name, path, size, scheme, isExample, before } = picture;
		if (named.length > 0 && !named.includes(name)) continue;
		const context = await browser.newContext({
			baseURL: isExample ? example.url : site.url,
			storageState,
			viewport: size,
			colorScheme: scheme,
			locale: 'en-KE',
			timezoneId: 'Africa/Nairobi',
			reducedMotion: 'reduce',
		});
		const page = await context.newPage();
		await page.goto(path);
		await page.locator('main h1').waitFor();
		await before?.(page);
		// Moves the pointer away, so that it highlights nothing.
		await page.mouse.move(0, 0);
		// biome-ignore lint/nursery/noPlaywrightNetworkidle: a picture is of what has come to rest
		await page.waitForLoadState('networkidle');
		await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
		hashes[name] = hashSources(picture);
		await context.close();
		console.log(`${PICTURES}/${name}.png`);
	}
	writeFileSync(join(root, SOURCES_FILE), `${JSON.stringify(hashes, null, '\t')}\n`);
} finally {
	await browser.close();
	example.close();
	await site.stop();
}
