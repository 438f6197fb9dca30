import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { create } from './content.ts';
import { loseAnswers } from './lines.ts';
import { fillSignIn, makePerson, NOBODY } from './people.ts';
import { act, bar, box } from './selection.ts';
import { expect, test } from './server.ts';

const link = (name: string) => `https://example.org/${name}.pdf`;

/** A course with exam sets of these papers, each by its link; those that begin with + are published. */
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

/** What is held back is refused, and the browser says so. */
test.beforeEach(({ tolerate }) => tolerate(/409 \(/));

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Publish / });
const switchOf = (page: Page, name: string) =>
	page.getByRole('switch', { name: `Published: ${name}`, exact: true });

test('what is in order is published by a switch at once', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { list, states } = await withSets(request, 'Diploma in Order', { 'July Series': ['+a'] });
	await page.goto(`${list}/list`);
	await switchOf(page, 'July Series').click({ force: true });
	await expect(switchOf(page, 'July Series')).toBeChecked();
	await expect.poll(states).toEqual([true]);
	await expect(dialogOf(page)).toHaveCount(0);
});

test('a switch shows what learners would meet broken, and goes back', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { list, ids, states } = await withSets(request, 'Diploma in Gaps', {
		'July Series': ['+a', null],
	});
	await page.goto(`${list}/list`);
	const one = switchOf(page, 'July Series');
	await one.focus();
	await page.keyboard.press('Space');
	const dialog = dialogOf(page);
	await expect(
		dialog.getByRole('region', { name: 'Learners would meet this broken' }),
	).toContainText('has no file. Add one.');
	await expectAccessible(page);
	await expect(dialog.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
	await expect(one).not.toBeChecked();
	await expect(one).toBeFocused();
	await expect.poll(states).toEqual([false]);

	await page.keyboard.press('Space');
	await dialog.getByRole('link', { name: 'Paper 2' }).click();
	await expect(page).toHaveURL(new RegExp(`${ids[0]}/pastpapers/`));
});

test('what only warns is waved through with a reason, by the keyboard', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { list, ids, states } = await withSets(request, 'Diploma in Warnings', {
		'July Series': ['a', 'b'],
	});
	await page.goto(`${list}/list`);
	await switchOf(page, 'July Series').focus();
	await page.keyboard.press('Space');
	const dialog = dialogOf(page);
	await expect(dialog).toContainText('would be empty: all that lies in it is a draft.');
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Publish all the same' }).focus();
	await page.keyboard.press('Enter');
	const reason = dialog.getByRole('textbox', { name: 'Reason to publish all the same' });
	await expect(reason).toBeFocused();
	await expect(dialog).toContainText('Reason is required');
	await page.keyboard.type('The papers follow tonight');
	await dialog.getByRole('button', { name: 'Publish all the same' }).press('Enter');
	await expect(dialog).toHaveCount(0);
	await expect(switchOf(page, 'July Series')).toBeChecked();
	await expect.poll(states).toEqual([true]);
	const history = await request.get(`/api/history/examset/${ids[0]}`);
	const [last] = (await history.json()).data.data;
	expect(last.details).toEqual({ reason: 'The papers follow tonight' });
});

test('a course says what is in the way, publishes all that is ready, and takes it back', {
	tag: '@once',
}, async ({ page, request }) => {
	const { course, states } = await withSets(request, 'Diploma in Readiness', {
		'July Series': ['a', 'b'],
		'March Series': [],
	});
	await page.goto(course);
	await page.getByRole('button', { name: '1 thing to look at' }).click();
	const dialog = dialogOf(page);
	await expect(dialog).toContainText('has no past papers. Add one.');
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Publish all that is ready (3)' }).click();
	await expect(page.getByText('1 exam set and 2 past papers published')).toBeVisible();
	await expect.poll(states).toEqual([true, false]);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect.poll(states).toEqual([false, false]);
});

test('what was published, though its answer was lost, is told and taken back', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/ERR_FAILED/);
	const { course, states } = await withSets(request, 'Diploma in Lost Answers', {
		'July Series': ['a', 'b'],
	});
	await page.goto(course);
	await page.getByRole('button', { name: 'Ready to publish' }).click();
	const publish = page.getByRole('button', { name: 'Publish all that is ready (3)' });
	await loseAnswers(page, '**/publish-all');
	await publish.click();
	await expect(dialogOf(page).getByRole('alert')).toContainText('The connection was lost');
	await expect.poll(states).toEqual([true]);
	await page.unroute('**/publish-all');
	await publish.click();
	await expect(page.getByText('1 exam set and 2 past papers published')).toBeVisible();
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect.poll(states).toEqual([false]);
});

test('a form is held back with what was typed, and saved once it is published', {
	tag: '@once',
}, async ({ page, request }) => {
	const { list, ids, states } = await withSets(request, 'Diploma in Forms', {
		'July Series': ['a'],
	});
	await page.goto(`${list}/${ids[0]}`);
	await expect(page.getByRole('button', { name: 'Ready to publish' })).toBeVisible();
	await page.getByLabel('Name').fill('July Series, renamed');
	await page.getByText('Published', { exact: true }).click();
	await page.getByRole('button', { name: 'Save Exam Set' }).click();
	const dialog = dialogOf(page);
	await expect(dialog).toContainText('would be empty');
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(page.getByLabel('Name')).toHaveValue('July Series, renamed');
	await expect.poll(states).toEqual([false]);
	await page.getByRole('button', { name: 'Save Exam Set' }).click();
	await dialog.getByRole('button', { name: 'Publish all that is ready (2)' }).click();
	await expect(page).toHaveURL(/examsets\/list/);
	await expect(page.getByText('July Series, renamed').first()).toBeVisible();
	await expect.poll(states).toEqual([true]);
});

test('of several what is ready goes, and the rest stays selected with its reason', {
	tag: '@once',
}, async ({ page, request }) => {
	const { list, states } = await withSets(request, 'Diploma in Heaps', {
		'July Series': ['+a'],
		'March Series': ['a'],
		'May Series': [],
	});
	await page.goto(`${list}/list`);
	for (const name of ['July Series', 'March Series', 'May Series']) {
		await box(page, name).focus();
		await page.keyboard.press('Space');
	}
	await act(page, 'Publish 3');
	const dialog = dialogOf(page);
	await expect(dialog).toContainText('1 of 3 are ready.');
	await expect(dialog.getByRole('region', { name: 'May Series' })).toContainText('no past papers');
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Publish 1 exam set', exact: true }).click();
	await expect(page.getByText('1 exam set published')).toBeVisible();
	await expect.poll(states).toEqual([true, false, false]);
	await expect(box(page, 'July Series')).not.toBeChecked();
	await expect(box(page, 'May Series')).toBeChecked();
	await expect(page.getByText('has no past papers. Add one.').first()).toBeVisible();

	await act(page, 'Publish 2');
	await dialog.getByRole('textbox').fill('The papers follow tonight');
	await dialog.getByRole('button', { name: 'Publish 1 exam set', exact: true }).click();
	await expect.poll(states).toEqual([true, true, false]);
});

test('what was selected when it was to be published is, though the look at it takes its time', {
	tag: '@once',
}, async ({ page, request }) => {
	const { list, states } = await withSets(request, 'Diploma in Patience', {
		'July Series': ['+a'],
		'March Series': ['+b'],
	});
	const goOn = Promise.withResolvers<void>();
	await page.route('**/api/preflight?*', async (route) => {
		await goOn.promise;
		await route.continue();
	});
	await page.goto(`${list}/list`);
	await box(page, 'July Series').check();
	const publish = bar(page).getByRole('button', { name: 'Publish 1', exact: true });
	await publish.click();
	await expect(publish).toHaveAttribute('data-loading', 'true');
	await box(page, 'March Series').check();
	goOn.resolve();
	await expect(page.getByText('1 exam set published')).toBeVisible();
	await expect.poll(states).toEqual([true, false]);
	await expect(box(page, 'March Series')).toBeChecked();
});

test('who may only read sees what is in the way', { tag: '@once' }, async ({
	browser,
	request,
	site,
}) => {
	const { course } = await withSets(request, 'Diploma in Reading', { 'July Series': ['a', null] });
	const context = await browser.newContext({ storageState: NOBODY });
	const page = await context.newPage();
	await page.goto(`${site}/sign-in`);
	await fillSignIn(page, await makePerson(request, 'viewer'));
	await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in');
	await page.goto(`${site}${course}`);
	await page.getByRole('button', { name: /things? to look at/ }).click();
	await expect(dialogOf(page)).toContainText('has no file. Add one.');
	await expect(dialogOf(page).getByRole('textbox')).toHaveCount(0);
	await expect(dialogOf(page).getByRole('button', { name: /^Publish/ })).toHaveCount(0);
	await context.close();
});
