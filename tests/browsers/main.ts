/**
 * Walks through the console in the browsers that are installed beside Chromium: `npm run test:browsers`. Those that are
 * not installed are named; with `ALL_BROWSERS=1` they are an error.
 */
import { startServer } from '../process.ts';
import { type DrivenBrowser, waitFor } from './driven.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const ADMIN = { email: 'wanjiku@example.org', password: 'three browsers and one console' };

/** Addresses and headings; the course is filled in. */
const SCREENS: readonly [path: string, heading: RegExp][] = [
	['/admin', /Dashboard/],
	['/admin/courses', /Courses/],
	['/admin/courses/:course', /./],
	['/admin/courses/:course/subjects/list', /Subjects/],
	['/admin/courses/:course/examsets/list', /./],
	['/admin/courses/:course/coverage', /./],
	['/admin/topics', /Topics/],
	['/admin/pastpapers', /Past Papers/],
	['/admin/transactions', /MPesa Transactions/],
	['/admin/reconciliation', /Reconciliation/],
	['/admin/audit', /Audit Trail/],
];

/** Throws if the page of `browser` has reported an error of a script. */
const expectNoErrors = async (browser: DrivenBrowser, where: string) => {
	const errors = await browser.takeErrors();
	if (errors.length > 0) throw new Error(`${where}: ${errors.join('; ')}`);
};

/** Waits for a heading of the first level, and until nothing loads; resolves to the heading. */
const awaitHeading = (browser: DrivenBrowser, heading: RegExp) =>
	waitFor(`the heading ${heading}`, async () => {
		const { title, text } = await browser.evaluate<{ title: string; text: string }>(
			"({ title: document.querySelector('main h1')?.innerText ?? '', text: document.body.innerText })",
		);
		return heading.test(title) && !/^Loading /m.test(text) ? title : undefined;
	});

/** Waits for an element with the text, in sight. */
const awaitText = (browser: DrivenBrowser, text: string) =>
	waitFor(`"${text}"`, async () => {
		const found = `document.body.innerText.includes(${JSON.stringify(text)})`;
		return (await browser.evaluate<boolean>(found)) || undefined;
	});

const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`;
const field = (label: string) =>
	`//input[@id=//label[starts-with(normalize-space(),'${label}')]/@for]`;

const walk = async (browser: DrivenBrowser, url: string) => {
	await browser.open(`${url}/admin`);
	await browser.type(field('E-mail'), ADMIN.email);
	await browser.type(field('Password'), ADMIN.password);
	await browser.click(button('Sign in'));
	await awaitHeading(browser, /Dashboard/);
	await expectNoErrors(browser, 'Sign-in');

	const course = await browser.evaluate<string>(
		"fetch('/api/courses').then((answer) => answer.json()).then(({ data }) => data[0].id)",
	);
	for (const [path, heading] of SCREENS) {
		const address = path.replace(':course', course);
		await browser.open(url + address);
		await awaitHeading(browser, heading);
		await expectNoErrors(browser, address);
	}

	const subject = `Masonry in ${browser.name}`;
	await browser.open(`${url}/admin/courses/${course}/subjects/list`);
	await browser.click(button('Add Subject'));
	await browser.type(`//*[@role='dialog']${field('Subject Name')}`, subject);
	await browser.click(`//*[@role='dialog']${button('Create Subject')}`);
	await awaitText(browser, subject);
	await waitFor('the dialog to close', async () => {
		const isOpen = await browser.evaluate<boolean>("!!document.querySelector('[role=dialog]')");
		return isOpen ? undefined : true;
	});
	await expectNoErrors(browser, 'Add Subject');

	await browser.open(`${url}/admin`);
	await awaitHeading(browser, /Dashboard/);
	await browser.click(button('Search everything'));
	await browser.type("//input[@aria-label='Search everything']", subject);
	await browser.click(`//*[@role='option'][contains(normalize-space(),'${subject}')]`);
	await awaitHeading(browser, new RegExp(subject));
	await expectNoErrors(browser, 'Search everything');

	await browser.open(`${url}/admin/transactions`);
	await awaitHeading(browser, /MPesa Transactions/);
	await browser.click("(//button[starts-with(@aria-label,'View Details')])[1]");
	await waitFor('the drawer', async () => {
		const words = "document.querySelector('[role=dialog]')?.innerText.includes('Say this')";
		return (await browser.evaluate<boolean>(words)) || undefined;
	});
	await expectNoErrors(browser, 'View Details');
};

const site = await startServer({
	SAMPLE_DATA: '1',
	ADMIN_EMAIL: ADMIN.email,
	ADMIN_PASSWORD: ADMIN.password,
});
try {
	for (const [engine, start] of Object.entries({ Firefox: startFirefox, WebKitGTK: startWebKit })) {
		const browser = await start();
		if (!browser) {
			console.log(`${engine}: not installed here`);
			if (process.env.ALL_BROWSERS) process.exitCode = 1;
			continue;
		}
		try {
			await walk(browser, site.url);
			console.log(
				`${browser.name}: sign-in, ${SCREENS.length} screens, a new subject, search, drawer`,
			);
		} catch (error) {
			console.error(`${browser.name}: ${error instanceof Error ? error.message : error}`);
			process.exitCode = 1;
		} finally {
			await browser.close();
		}
	}
} finally {
	await site.stop();
}
