import { addresses, create, makeContent } from './content.ts';
import { fillSignIn, makePerson, NOBODY } from './people.ts';
import { expect, test } from './server.ts';
import { visit } from './visit.ts';

test('deleting says what goes with it, and goes back to the list', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Deleting');
	await page.goto(addresses(content).editCourse);
	await page.getByRole('button', { name: 'Delete Course' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText(
		'This also deletes 2 subjects, 2 topics, 2 exam sets and 2 past papers.',
	);
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(dialog).toBeHidden();
	await visit(page, addresses(content).examSet);
	await page.getByRole('button', { name: 'Delete Exam Set' }).click();
	await expect(dialog).toContainText('This also deletes 2 past papers.');
	await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
	await expect(page).toHaveURL(/\/examsets\/list$/);
	// The notification with Undo names it.
	await expect(page.getByRole('main').getByText('July 2026 Series')).toHaveCount(0);
});

test('a stale save shows both versions, and the person chooses', { tag: '@once' }, async ({
	page,
	request,
	tolerate,
}) => {
	tolerate(/412 \(/);
	const content = await makeContent(request, 'Diploma in Versions');
	const { examSet } = addresses(content);
	await page.goto(examSet);
	await page.getByLabel('Name').fill('Mine');
	await request.put(examSet.replace('/admin', '/api'), { data: { name: 'Theirs', year: 2024 } });
	await page.getByRole('button', { name: 'Save Exam Set' }).click();
	const dialog = page.getByRole('dialog', { name: 'Two versions' });
	await expect(dialog).toContainText('Mine');
	await expect(dialog).toContainText('Theirs');
	await expect(dialog).toContainText('2024');
	const { name } = (await (await request.get('/api/account')).json()).data;
	const day = new Intl.DateTimeFormat('en-US', {
		timeZone: 'Africa/Nairobi',
		month: 'short',
		day: '2-digit',
		year: 'numeric',
	}).format(new Date());
	await expect(dialog).toContainText(`${name} changed this item on ${day} at `);
	await expect(dialog.getByText(`Saved by ${name}`).first()).toBeVisible();
	await dialog.getByRole('button', { name: 'Save this version' }).click();
	await expect(page).toHaveURL(/\/examsets\/list$/);
	const saved = await (await request.get(examSet.replace('/admin', '/api'))).json();
	expect(saved.data).toMatchObject({ name: 'Mine', year: 2024 });
});

test('a save that published and was lost then goes on from there', { tag: '@once' }, async ({
	page,
	request,
	tolerate,
}) => {
	tolerate(/ERR_FAILED/);
	const content = await makeContent(request, 'Diploma in Halves');
	const sets = `/courses/${content.courseId}/examsets`;
	const { id } = await create(request, sets, { name: 'Ready', year: 2026, order_num: 3 });
	const paper = { name: 'Paper 1', url: 'https://example.org/one.pdf', published: true };
	await create(request, `${sets}/${id}/pastpapers`, paper);
	await page.goto(`/admin${sets}/${id}`);
	await page.getByLabel('Name').fill('Renamed');
	await page.getByText('Published', { exact: true }).click();
	const put = (url: URL) => url.pathname === `/api${sets}/${id}`;
	await page.route(put, (route) =>
		route.request().method() === 'PUT' ? route.abort('failed') : route.continue(),
	);
	const save = page.getByRole('button', { name: 'Save Exam Set' });
	await save.click();
	await expect(page.getByRole('alert')).toContainText('Failed to save exam set');
	await page.unroute(put);
	await save.click();
	await expect(page).toHaveURL(/\/examsets\/list$/);
	const saved = await (await request.get(`/api${sets}/${id}`)).json();
	expect(saved.data).toMatchObject({ name: 'Renamed', is_published: true });
});

test('a changed form asks before it is left, but not when its item is deleted', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Leaving');
	const at = addresses(content);
	await page.goto(at.topic);
	await page.getByLabel('Topic Name').fill('Something else');
	await page.getByRole('link', { name: 'Topics', exact: true }).first().click();
	const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
	await dialog.getByRole('button', { name: 'Keep editing' }).click();
	await expect(page.getByLabel('Topic Name')).toHaveValue('Something else');
	await page.getByRole('link', { name: 'Topics', exact: true }).first().click();
	await dialog.getByRole('button', { name: 'Discard' }).click();
	await expect(page).toHaveURL(/\/topics$/);
	for (const [address, field, remove, list] of [
		[at.topic, 'Topic Name', 'Delete Topic', at.topics],
		[at.editCourse, 'Course Name', 'Delete Course', at.courses],
	] as const)
		await test.step(remove, async () => {
			// A deletion leads back to the list that one came from.
			await visit(page, list);
			await visit(page, address);
			await page.getByRole('textbox', { name: field }).fill('Something else');
			await page.getByRole('button', { name: remove }).click();
			const question = page.getByRole('dialog');
			await question.getByRole('button', { name: 'Delete', exact: true }).click();
			await expect(page).toHaveURL(list);
			await expect(question).toHaveCount(0);
			await expect(page.getByRole('main')).not.toContainText('not found');
		});
});

test('signing out of a changed form asks first, and signs out then', { tag: '@once' }, async ({
	browser,
	request,
	site: baseURL,
}) => {
	const content = await makeContent(request, 'Diploma in Signing Out');
	const person = await makePerson(request, 'editor');
	// Somebody's own session: the one that the other tests share has to live on.
	const context = await browser.newContext({ baseURL, storageState: NOBODY });
	const page = await context.newPage();
	const asked: string[] = [];
	page.on('dialog', (dialog) => {
		asked.push(dialog.type());
		void dialog.accept();
	});
	await page.goto('/sign-in');
	await fillSignIn(page, person);
	await expect(page).toHaveURL('/admin/courses');
	await page.goto(addresses(content).topic);
	const name = page.getByRole('textbox', { name: 'Topic Name' });
	await name.fill('Typed and not saved');
	const status = async () => (await page.request.get('/api/account')).status();
	const signOut = async () => {
		const menu = page.getByRole('button', { name: 'Menu' });
		if (await menu.isVisible()) await menu.click();
		await page.getByRole('button', { name: 'Sign out' }).click();
	};

	await signOut();
	const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
	await dialog.getByRole('button', { name: 'Keep editing' }).click();
	await expect(dialog).toHaveCount(0);
	await expect(name).toHaveValue('Typed and not saved');
	expect(await status()).toBe(200);

	await signOut();
	await dialog.getByRole('button', { name: 'Discard' }).click();
	await expect(page).toHaveURL('/sign-in');
	expect(await status()).toBe(401);
	expect(asked, 'questions of the browser').toEqual([]);
	await context.close();
});

test('what was just saved is in view, however long its list', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Long Lists');
	const { topics, newTopic } = addresses(content);
	const path = topics.replace('/admin', '/api');
	for (let number = 1; number <= 30; number++)
		await request.post(path, { data: { name: `Part ${number}` } });
	await page.goto(newTopic);
	await page.getByLabel('Topic Name').fill('The last of them');
	await page.getByRole('button', { name: 'Save Topic' }).click();
	await expect(page).toHaveURL(/\/topics$/);
	const added = page.getByRole('link', { name: 'The last of them', exact: true });
	await expect(added).toBeInViewport();
	await page.evaluate(() => scrollTo(0, 0));
	await expect(added).not.toBeInViewport();
});

test('saving leads back to the list that one came from, as it was searched', {
	tag: '@once',
}, async ({ page, request }) => {
	const name = `Back ${Date.now()}`;
	const content = await makeContent(request, `Diploma in ${name}`);
	const { topics, topic, papers } = addresses(content);
	for (const [address, title] of [
		[`/admin/topics?course_id=${content.courseId}&sort=-updated_at`, 'Ohm’s law'],
		[`/admin/pastpapers?course_id=${content.courseId}&search=Paper`, 'Paper 1 Theory'],
		[`${papers}?sort=-name&view=table`, 'Paper 1 Theory'],
	] as const) {
		await visit(page, address);
		await page.getByRole('link', { name: title, exact: true }).click();
		await page.locator('input').and(page.getByLabel('Order')).fill('3');
		await page.getByRole('button', { name: /^Save (?!and next)/ }).click();
		await expect(page).toHaveURL(address);
	}
	await visit(page, topic);
	await page.getByRole('button', { name: 'Save Topic' }).click();
	await expect(page).toHaveURL(topics);
});
