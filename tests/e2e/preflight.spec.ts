import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { create } from './content.ts';
import { loseAnswers } from './network.ts';
import { fillSignIn, makePerson, SIGNED_OUT } from './people.ts';
import { clickBulkAction, openHistory, selectBox, visit } from './screens.ts';
import { expect, test } from './server.ts';

const link = (name: string) => `https://example.org/${name}.pdf`;

/** Creates a course with exam sets of papers, given as links; + marks a published paper. */
const withSets = async (
	api: APIRequestContext,
	name: string,
	sets: Readonly<Record<string, readonly (string | null)[]>>,
) => {
	const kind = { category_id: 'cat_diploma', price: 500, order_num: 1 };
	const course = await create(api, '/courses', { name, ...kind });
	const list = `/courses/${course.id}/examsets`;
	const ids: string[] = [];
	for (const [set, papers] of Object.entries(sets)) {
		const order_num = ids.length + 1;
		const { id } = await create(api, list, { name: set, year: 2025, order_num });
		ids.push(id);
		for (const [at, url] of papers.entries())
			await create(api, `${list}/${id}/pastpapers`, {
				name: `Paper ${at + 1}`,
				order_num: at + 1,
				published: url === null || url.startsWith('+'),
				url: url && link(`${set}-${at}`.replaceAll(' ', '-')),
			});
	}
	const states = async () =>
		(await (await api.get(`/api${list}`)).json()).data.map(
			({ is_published }: { is_published: boolean }) => is_published,
		);
	return { course: `/admin/courses/${course.id}`, list: `/admin${list}`, ids, states };
};

const dialogOf = (page: Page) =>
	page.getByRole('dialog', { name: /^(Publish|Check of) Diploma|^Publish July Series/ });
const open = (page: Page) => page.getByRole('button', { name: 'Publish…' }).click();
const switchOf = (page: Page, name: string) =>
	page.getByRole('switch', { name: `Published: ${name}`, exact: true });

test('publishes by switch, form and bulk action without a check', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { list, ids, states } = await withSets(request, 'Diploma in Gaps', {
		'July Series': ['+a', null],
		'March Series': [],
		'May Series': ['a'],
	});
	await page.goto(`${list}/list`);
	await switchOf(page, 'July Series').click({ force: true });
	await expect.poll(states).toEqual([true, false, false]);
	await selectBox(page, 'March Series').focus();
	await page.keyboard.press('Space');
	await clickBulkAction(page, 'Publish 1');
	await expect(page.getByText('1 exam set published')).toBeVisible();
	await expect.poll(states).toEqual([true, true, false]);
	await page.goto(`${list}/${ids[2]}`);
	await page.getByLabel('Name').fill('May Series, renamed');
	await page.locator('main form').getByText('Published', { exact: true }).click();
	await page.getByRole('button', { name: 'Save Exam Set' }).click();
	await expect(page).toHaveURL(/examsets\/list/);
	await expect.poll(states).toEqual([true, true, true]);

	await page.goto(`${list}/${ids[0]}/pastpapers`);
	await switchOf(page, 'Paper 2').click({ force: true });
	await expect(switchOf(page, 'Paper 2')).not.toBeChecked();
	// While a change is saved, another press does nothing.
	await expect(switchOf(page, 'Paper 2')).toBeEnabled();
	await switchOf(page, 'Paper 2').click({ force: true });
	await expect(page.getByText('“Paper 2” published without a file')).toBeVisible();
	await selectBox(page, 'Paper 1').focus();
	await page.keyboard.press('Space');
	await selectBox(page, 'Paper 2').focus();
	await page.keyboard.press('Space');
	await clickBulkAction(page, 'Publish 2');
	await expect(page.getByText('No file, so hidden from learners: Paper 2.')).toBeVisible();
});

test('publishes an exam set with its drafts, and undoes it', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { list, ids, states } = await withSets(request, 'Diploma in Order', {
		'July Series': ['a', 'b'],
	});
	await page.goto(`${list}/${ids[0]}`);
	// Until the exam set is shown, the button is that of its course.
	await page.getByRole('heading', { level: 1, name: 'July Series' }).waitFor();
	await open(page);
	const dialog = dialogOf(page);
	await expect(dialog).toContainText('No problems found.');
	await expectAccessible(page);
	await dialog.getByRole('checkbox', { name: 'Also publish the 2 drafts inside' }).uncheck();
	await expect(dialog).toContainText('has only drafts');
	await dialog.getByRole('checkbox').check();
	await dialog.getByText('From …', { exact: true }).click();
	await dialog.getByRole('button', { name: 'Publish 3 items' }).click();
	await expect(page.getByText('1 exam set and 2 past papers published')).toBeVisible();
	await expect(page.getByText(/^Learners see it from \d+ \w+, 08:00\./)).toBeVisible();
	await expect.poll(states).toEqual([true]);
	await openHistory(page);
	const done = page.getByRole('dialog').getByText('Published 1 exam set and 2 past papers');
	await expect(done).toHaveCount(1);
	await page
		.getByRole('dialog')
		.getByRole('button', { name: /^Undo: Published 1 exam/ })
		.click();
	await expect.poll(states).toEqual([false]);
	await visit(page, '/admin/audit');
	const undone = page.getByRole('listitem').filter({ hasText: 'Undid changes to' }).first();
	await expect(undone).toContainText('1 exam set and 2 past papers Exam Set July Series');
});

test('publishes a course anyway, with a reason', { tag: '@once' }, async ({ page, request }) => {
	const { course, ids, states } = await withSets(request, 'Diploma in Problems', {
		'July Series': ['a', '+b'],
		'March Series': ['a', null],
	});
	const set = course.replace('/admin', '/api');
	await request.put(`${set}/examsets/${ids[1]}`, { data: { is_published: true } });
	await page.goto(course);
	await expect(page.getByText('1 to fix', { exact: true })).toBeVisible();
	await open(page);
	const dialog = dialogOf(page);
	await expect(dialog.getByRole('region', { name: 'Live and broken now' })).toContainText(
		'has no file. Add one.',
	);
	await expect(dialog).toContainText(/Paper 2 in “.+” has no file/);
	await expect(dialog.getByRole('region', { name: 'Fixed by publishing' })).toContainText(
		'“July Series” is a draft',
	);
	await expectAccessible(page);
	await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('The file follows tonight');
	const sent = page.waitForRequest('**/publish-all');
	await dialog.getByRole('button', { name: 'Publish anyway' }).click();
	expect((await sent).postDataJSON()).toEqual({
		drafts: true,
		anyway: true,
		reason: 'The file follows tonight',
	});
	await expect(dialog).toHaveCount(0);
	await expect.poll(states).toEqual([true, true]);
	await expect(page.getByText('1 to fix', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Check…' }).click();
	await expect(dialog.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
	await dialog.getByRole('link', { name: 'Paper 2' }).click();
	await expect(page).toHaveURL(new RegExp(`${ids[1]}/pastpapers/|/pastpapers/`));
});

test('publishes once although the first response was lost', { tag: '@once' }, async ({
	page,
	request,
	tolerate,
}) => {
	tolerate(/ERR_FAILED/);
	const { course, states } = await withSets(request, 'Diploma in Lost Answers', {
		'July Series': ['a', 'b'],
	});
	await page.goto(course);
	await open(page);
	const publish = page.getByRole('button', { name: 'Publish 3 items' });
	await expect(publish).toBeEnabled();
	await loseAnswers(page, '**/publish-all');
	await publish.click();
	await expect(dialogOf(page).getByRole('alert')).toContainText('The connection was lost');
	await expect.poll(states).toEqual([true]);
	await page.unroute('**/publish-all');
	await publish.click();
	await expect(page.getByText('1 exam set and 2 past papers published')).toBeVisible();
	await page.getByRole('button', { name: 'Undo publishing' }).click();
	await expect.poll(states).toEqual([false]);
});

test('links the parts of a course by tabs on each of its pages', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { course, list, ids } = await withSets(request, 'Diploma in Tabs', { 'July Series': [] });
	await page.goto(`${list}/${ids[0]}/pastpapers`);
	const tabs = page.getByRole('navigation', { name: 'Course', exact: true });
	const tab = (name: string) => tabs.getByRole('link', { name, exact: true });
	await expect(tab('Exam Sets')).toHaveAttribute('aria-current', 'page');
	const place = await tabs.boundingBox();
	for (const [name, path] of [
		['Overview', ''],
		['Subjects', '/subjects/list'],
		['Coverage', '/coverage'],
		['As a learner', '/learner'],
		['Exam Sets', '/examsets/list'],
	] as const) {
		await tab(name).click();
		await expect(page).toHaveURL(new RegExp(`${course}${path}$`));
		await expect(tab(name)).toHaveAttribute('aria-current', 'page');
		expect(await tabs.boundingBox()).toEqual(place);
		await expect(page.getByText('Diploma in Tabs').first()).toBeVisible();
		await expectAccessible(page);
	}
});

test('a viewer sees the problems and cannot publish', { tag: '@once' }, async ({
	browser,
	request,
	site,
}) => {
	const { course } = await withSets(request, 'Diploma in Reading', { 'July Series': ['a', null] });
	const context = await browser.newContext({ storageState: SIGNED_OUT });
	const page = await context.newPage();
	await page.goto(`${site}/sign-in`);
	await fillSignIn(page, await makePerson(request, 'viewer'));
	await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in');
	await page.goto(`${site}${course}`);
	await page.getByRole('button', { name: 'Check…' }).click();
	await expect(dialogOf(page)).toContainText('has no file.');
	await expect(dialogOf(page).getByRole('textbox')).toHaveCount(0);
	await expect(dialogOf(page).getByRole('button', { name: /^Publish/ })).toHaveCount(0);
	await context.close();
});
