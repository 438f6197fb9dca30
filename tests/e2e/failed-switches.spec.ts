import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

test('says which switch failed without a connection, and who deleted an item', {
	tag: '@once',
}, async ({ page, context, request, tolerate }) => {
	tolerate(/ERR_INTERNET_DISCONNECTED|404/);
	const content = await makeContent(request, 'Diploma in Lost Lines');
	const all = addresses(content);
	const notices = page.waitForResponse(/notice-list/);
	await page.goto(all.subject);
	const published = page.getByRole('main').getByRole('switch', { name: 'Published' }).first();
	await expect(published).toBeVisible();
	// Loaded before the first action, which may come without a connection.
	await notices;
	// Not `setOffline`, under which Chromium may hold a request instead of refusing it.
	await context.route('**/*', (route) => route.abort('internetdisconnected'));
	await published.click();
	await expect(page.getByText('Could not unpublish “Electrical Principles”')).toBeVisible();
	await context.unrouteAll();
	await expect(page.getByText('Could not load this part')).toHaveCount(0);

	// A new load: a connection that comes back reads the item again.
	await page.goto(all.subject);
	await expect(published).toBeVisible();
	await request.delete(`/api${all.subject.replace('/admin', '')}`);
	await published.click();
	await expect(page.getByText('“Electrical Principles” is in the trash')).toBeVisible();
	await expect(page.getByText(/^Deleted by .* on /)).toBeVisible();
	await expect(page.getByText('This subject is in the trash')).toBeVisible();
	await expect(page.getByRole('switch')).toHaveCount(0);

	await page.goto(`${all.papers}?view=table`);
	const ofPaper = page.getByRole('switch', { name: /^Published: / }).first();
	await expect(ofPaper).toBeVisible();
	await request.delete(`/api${all.examSet.replace('/admin', '')}`);
	await ofPaper.click({ force: true });
	await expect(page.getByText('This exam set is in the trash')).toBeVisible();
	await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
	await expect(page.getByRole('switch')).toHaveCount(0);
});
