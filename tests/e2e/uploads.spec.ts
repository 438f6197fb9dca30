import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { makePdf } from './pdfs.ts';
import { openHistory, openMenu } from './screens.ts';
import { expect, test } from './server.ts';

const named = async (name: string, pages: number) => ({
	name,
	mimeType: 'application/pdf',
	buffer: await makePdf(pages),
});

test('uses the second file when it replaces an upload in progress', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/ERR_/);
	const content = await makeContent(request, 'Diploma in Second Files');
	await page.goto(addresses(content).topic);
	const goOn = Promise.withResolvers<void>();
	await page.route('**/api/upload', async (route) => {
		await goOn.promise;
		await route.continue().catch(() => {});
	});
	const field = page.getByRole('group', { name: 'Content File' });
	await page.locator('input[type=file]').setInputFiles(await named('wrong.pdf', 1));
	await expect(field.getByText('wrong.pdf')).toBeVisible();
	const { name, mimeType, buffer } = await named('right.pdf', 2);
	const dataTransfer = await page.evaluateHandle(
		({ bytes, name, type }) => {
			const transfer = new DataTransfer();
			transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
			return transfer;
		},
		{ bytes: [...buffer], name, type: mimeType },
	);
	await field.dispatchEvent('drop', { dataTransfer });
	await expect(field.getByText('right.pdf')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Uploading...' })).toBeVisible();
	goOn.resolve();
	await expect(field.getByRole('link', { name: 'right.pdf' })).toBeVisible();
	await page.getByRole('button', { name: 'Save Topic' }).click();
	await expect(page).toHaveURL(/\/topics$/);
});

test('shows a saved file, and opens earlier files from the history', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Changing Files');
	const { topic } = addresses(content);
	const field = page.getByRole('group', { name: 'Content File' });
	const old = field.getByRole('link', { name: 'https://example.org/ohm.pdf' });
	const input = page.locator('input[type=file]');
	const save = async () => {
		await page.getByRole('button', { name: 'Save Topic' }).click();
		await expect(page).toHaveURL(/\/topics$/);
		await page.goto(topic);
	};

	await page.goto(topic);
	await expect(field.getByText('Current content URL', { exact: true })).toBeVisible();
	await input.setInputFiles(await named('first.pdf', 1));
	await expect(field.getByText('Chosen, not saved yet')).toBeVisible();
	await expect(field.getByText('Current content URL, replaced when you save')).toBeVisible();
	await expect(old).toBeVisible();
	await expectAccessible(page);
	await field.getByRole('button', { name: 'Remove Content File' }).click();
	await expect(field.getByText('Current content URL', { exact: true })).toBeVisible();
	await expect(field.getByText('Chosen, not saved yet')).toHaveCount(0);
	await field.getByRole('button', { name: 'Remove Content File' }).click();
	await expect(field.getByText('Current content URL, removed when you save')).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(field.getByText('Current content URL', { exact: true })).toBeVisible();

	for (const name of ['first.pdf', 'second.pdf']) {
		await input.setInputFiles(await named(name, name.length));
		await expect(field.getByRole('link', { name })).toBeVisible();
		await save();
		await expect(field.getByText('Current content URL', { exact: true })).toBeVisible();
		await expect(field.getByRole('link', { name })).toBeVisible();
		await expect(old).toHaveCount(0);
	}

	await openHistory(page);
	const history = page.getByRole('dialog', { name: 'History' });
	await history.getByText('Activity').click();
	const changes = history.getByRole('listitem').filter({ hasText: 'Content File' });
	await expect(changes.first().getByRole('link')).toHaveText(['first.pdf', 'second.pdf']);
	await expect(changes.nth(1).getByRole('link')).toHaveText([
		'https://example.org/ohm.pdf',
		'first.pdf',
	]);
	for (const link of await changes.first().getByRole('link').all()) {
		const answer = await request.get((await link.getAttribute('href')) ?? '');
		expect(answer.headers()['content-type']).toBe('application/pdf');
	}
	await expectAccessible(page);

	// Unreferenced files are deleted later.
	const deletedUrl = (await changes.nth(1).getByRole('link').last().getAttribute('href')) ?? '';
	await page.route('**/api/files?names=*', async (route) => {
		const response = await route.fetch();
		const { data, ...answer } = await response.json();
		const left = data.filter(({ url }: { url: string }) => url !== deletedUrl);
		await route.fulfill({ response, json: { ...answer, data: left } });
	});
	await page.reload();
	await openHistory(page);
	await history.getByText('Activity').click();
	await expect(changes.first()).toContainText(/PDF file \w{8}…, no longer kept/);
	await expect(changes.first().getByRole('link')).toHaveText(['second.pdf']);
});

test('replaces the files of topics and past papers from their menus', { tag: '@once' }, async ({
	page,
	request,
	tolerate,
}) => {
	tolerate(/415 \(/);
	const { topics, papers } = addresses(await makeContent(request, 'Diploma in New Files'));
	for (const [address, row] of [
		[topics, 'Ohm’s law'],
		[papers, 'Paper 1 Theory'],
	] as const) {
		await page.goto(`${address}?view=table`);
		await openMenu(page, row);
		const chooser = page.waitForEvent('filechooser');
		await page.getByRole('menuitem', { name: 'Replace file' }).click();
		await (await chooser).setFiles(await named('new notes.pdf', 1));
		const link = page.getByRole('link', { name: /new notes\.pdf/ });
		await expect(link).toBeVisible();
		const replaced = page.getByRole('status').filter({ hasText: `the file of “${row}”` });
		await replaced.getByRole('button', { name: 'Undo' }).click();
		await expect(link).toHaveCount(0);

		// A file that is dropped on a row replaces its file too.
		const dropped = await page.evaluateHandle(() => {
			const data = new DataTransfer();
			data.items.add(new File(['not a document'], 'dropped.pdf', { type: 'application/pdf' }));
			return data;
		});
		const target = page.locator('[data-row]').filter({ hasText: row });
		await target.dispatchEvent('dragover', { dataTransfer: dropped });
		await expect(target).toHaveAttribute('data-over');
		await target.dispatchEvent('drop', { dataTransfer: dropped });
		await expect(page.getByRole('alert')).toContainText('“dropped.pdf” not uploaded');
		await page.getByRole('button', { name: 'Dismiss' }).click();
	}
});
