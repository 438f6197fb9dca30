import type { APIRequestContext, Page } from '@playwright/test';
import { serveExample } from '../../examples/learner/serve.ts';
import { expectAccessible } from './accessible.ts';
import { create, makeContent } from './content.ts';
import { makePdf } from './pdfs.ts';
import { expect, HOOK_TOKEN, test } from './safaricom.ts';

test.use({ settings: { LEARNERS: '1', PLANS: '1:600,3:1700' } });

/** Makes a course with a free topic and a premium paper, both with files. */
const publishCourse = async (api: APIRequestContext, url: string) => {
	const post: APIRequestContext['post'] = (path, sent) => api.post(url + path, sent);
	const site = { post } as APIRequestContext;
	const upload = async (name: string) => {
		const buffer = await makePdf(1, 1_000);
		const file = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer };
		return (await (await site.post('/api/upload', { multipart: { file } })).json()).url as string;
	};
	const { courseId, subjectId, examSetId } = await makeContent(site, 'Electrical Engineering');
	await create(site, `/courses/${courseId}/subjects/${subjectId}/topics`, {
		...{ name: 'Free notes', topicUrl: await upload('Free notes'), freeTopic: true },
	});
	await create(site, `/courses/${courseId}/examsets/${examSetId}/pastpapers`, {
		...{ name: 'Premium paper', url: await upload('Premium paper'), published: true },
	});
	await api.put(`${url}/api/courses/${courseId}/examsets/${examSetId}`, {
		data: { is_published: true },
	});
	return courseId;
};

test('a learner reads, pays, claims, signs in again and reads without a connection', {
	tag: '@once',
}, async ({ page, request, browser, desk, tolerate }) => {
	// What the browser logs for the refused proofs and without a connection.
	tolerate(/status of 404|ERR_INTERNET_DISCONNECTED/);
	const courseId = await publishCourse(request, desk.url);
	const hook = `${desk.url}/api/hooks/${HOOK_TOKEN}/c2b`;
	const example = await serveExample({ api: desk.url, simulator: desk.simulator, hook });
	await page.setViewportSize({ width: 360, height: 740 });

	const button = (name: string, on = page) => on.getByRole('button', { name, exact: true });
	const open = async (name: string, on = page) => {
		await button(`Open ${name}`, on).click();
		await expect(on.getByText(new RegExp(`^${name}: \\d+ KB, complete\\.$`))).toBeVisible();
	};
	const toCourse = async (on: Page) => {
		await on.getByRole('link', { name: 'Papers' }).click();
		await on.getByRole('link', { name: /Electrical Engineering/ }).click();
		await expect(on.getByRole('heading', { level: 1 })).toHaveText('Electrical Engineering');
	};
	const toAccount = () =>
		page.getByRole('link', { name: /^(Account|Not paid|Open until)/ }).click();
	const payToPaybill = async (reference: string) => {
		const phone = page.getByRole('region', { name: 'Simulated phone' });
		await phone.getByLabel('Account no.').fill(reference);
		await phone.getByRole('button').click();
		const [message] = await phone.getByText(`sent for account ${reference}`).allInnerTexts();
		return message;
	};
	const readCode = async (text: string) => {
		const message = page.getByRole('list', { name: 'Messages' }).getByText(text).first();
		return (await message.innerText()).split(' ')[0] ?? '';
	};
	const isOpen = page.getByText(/^All papers are open until/);

	await page.goto(example.url);
	await expectAccessible(page);
	await toCourse(page);
	await open('Free notes');
	await expect(page.getByRole('link', { name: 'Unlock Premium paper' })).toBeVisible();
	await expectAccessible(page);

	await toAccount();
	await button('Make an account').click();
	const number = page.getByLabel('Account number', { exact: true });
	await expect(number).toHaveText(/^\d{3} \d{3} \d{3}$/);
	const account = await number.innerText();
	await expectAccessible(page);

	// A payment with a wrong account number opens nothing until it is claimed.
	await payToPaybill('Jane fees');
	const claimed = await readCode('Jane fees');
	await page.getByLabel('M-PESA code').fill(claimed);
	await page.getByLabel('Phone number').last().fill('0712345679');
	await button('Find my payment').click();
	await expect(page.getByRole('alert')).toBeVisible();
	await page.getByLabel('Phone number').last().fill('0712345678');
	await button('Find my payment').click();
	await expect(isOpen).toBeVisible();

	await page.getByLabel('Phone number').first().fill('0722 000 111');
	await button('Pay KSh 600 with M-PESA').click();
	await expect(page.getByText('Request to the phone: Paid.')).toBeVisible();
	const before = await isOpen.innerText();
	await payToPaybill(account);
	await expect(isOpen).not.toHaveText(before);
	const receipt = await readCode(`sent for account ${account}`);

	await toCourse(page);
	await open('Premium paper');
	await button('Keep this course on this phone').click();
	await expect(page.getByText('Kept 2 files on this phone.')).toBeVisible();
	await page.context().setOffline(true);
	await page.reload();
	await toCourse(page);
	await open('Premium paper');
	await open('Free notes');
	await page.context().setOffline(false);

	const second = await browser.newContext({ viewport: { width: 360, height: 740 } });
	const other = await second.newPage();
	await other.goto(`${example.url}/#account`);
	await other.getByLabel('Account number').fill(account);
	await other.getByLabel('M-PESA code').fill(receipt.toLowerCase());
	await button('Sign in', other).click();
	await expect(other.getByText(/^All papers are open until/)).toBeVisible();
	await toCourse(other);
	await open('Premium paper', other);
	await second.close();

	await button('Report a problem with Free notes').click();
	await page.getByRole('combobox', { name: 'Problem' }).selectOption('Missing pages');
	await page.getByLabel('What is wrong? (optional)').fill('Page 2. My number is 0712345678.');
	await expectAccessible(page);
	await button('Send report').click();
	await expect(page.getByText('Thank you. The problem is reported.')).toBeVisible();
	example.close();

	await page.goto(`${desk.url}/admin`);
	const reports = page.getByRole('list', { name: 'Reported problems' });
	await expect(reports).toContainText('Page 2. My number is 0712 ••• 678.');
	await expectAccessible(page);
	await reports.getByRole('link', { name: 'Free notes' }).click();
	await expect(reports).toContainText('Missing pages');
	await expectAccessible(page);
	await page.goto(`${desk.url}/admin/courses/${courseId}`);
	const most = page.getByRole('list', { name: 'Most opened' });
	await expect(most.getByRole('listitem')).toHaveCount(2);
	await expect(most).toContainText('Free notes');
	await expect(page.getByRole('img', { name: /^Files were opened \d times in the/ })).toBeVisible();
	await expectAccessible(page);
});

test('the example works without storage, in large text, and asks before a second request', {
	tag: '@once',
}, async ({ page, request, desk }) => {
	await publishCourse(request, desk.url);
	const example = await serveExample({ api: desk.url });
	await page.setViewportSize({ width: 360, height: 740 });
	await page.addInitScript(() => {
		const blocked = {
			get: () => {
				throw new DOMException('Blocked', 'SecurityError');
			},
		};
		Object.defineProperty(window, 'localStorage', blocked);
		Object.defineProperty(window, 'caches', { value: undefined });
		addEventListener('DOMContentLoaded', () => {
			document.documentElement.style.fontSize = '200%';
		});
	});
	const expectWrapped = async () => {
		const [width, room] = await page.evaluate(() => {
			const { scrollWidth, clientWidth } = document.documentElement;
			return [scrollWidth, clientWidth];
		});
		expect(width).toBeLessThanOrEqual(room ?? 0);
	};
	await page.goto(example.url);
	await expect(page.getByText(/^This browser keeps nothing/)).toBeVisible();
	const received = await page.evaluate(() =>
		performance
			.getEntries()
			.reduce(
				(sum, { encodedBodySize = 0 }: Partial<PerformanceResourceTiming>) => sum + encodedBodySize,
				0,
			),
	);
	expect(received).toBeLessThanOrEqual(90_000);
	await expectWrapped();
	await page.getByRole('link', { name: /Electrical Engineering/ }).click();
	await page.getByRole('button', { name: 'Open Free notes' }).click();
	await expect(page.getByText(/^Free notes: \d+ KB, complete\.$/)).toBeVisible();
	await expectWrapped();

	await page.route('**/api/v1/access', async (route) => {
		const answer = await route.fetch();
		const { data, ...rest } = await answer.json();
		const open = { status: 'pending', words: 'Waiting for the PIN.', at: new Date().toISOString() };
		await route.fulfill({ response: answer, json: { ...rest, data: { ...data, request: open } } });
	});
	await page.getByRole('link', { name: 'Account', exact: true }).click();
	await page.getByRole('button', { name: 'Make an account' }).click();
	await expect(page.getByText('Request to the phone: Waiting for the PIN.')).toBeVisible();
	await expectWrapped();
	await page.getByLabel('Phone number').first().fill('0722 000 111');
	await page.getByRole('button', { name: 'Pay KSh 600 with M-PESA' }).click();
	await expect(page.getByRole('alert')).toContainText('A request is still open on the phone.');
	await expect(page.getByRole('button', { name: 'Send a second request' })).toBeVisible();
	example.close();
});
