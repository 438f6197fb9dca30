import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, create, makeContent } from './content.ts';
import { openMenu, visit } from './screens.ts';
import { expect, test } from './server.ts';

/** Delays reads or changes until `release`, and records their URLs in `requests`. */
const delay = async (page: Page, what: 'reads' | 'changes', calls: string) => {
	const requests: string[] = [];
	let gate = Promise.withResolvers<void>();
	let waiting = 0;
	await page.route(calls, async (route) => {
		const isRead = route.request().method() === 'GET';
		if (isRead !== (what === 'reads')) return route.continue();
		requests.push(route.request().url());
		waiting += 1;
		await gate.promise;
		await route.continue();
	});
	const release = async () => {
		await expect.poll(() => waiting).toBeGreaterThan(0);
		waiting = 0;
		gate.resolve();
		gate = Promise.withResolvers();
	};
	return { requests, release };
};

test('keeps focus on a switch while it is saved, and ignores a second press', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Keyboards');
	const at = addresses(content);
	const sets = `/courses/${content.courseId}/examsets`;
	const ready = await create(request, sets, {
		name: 'March 2026 Series',
		year: 2026,
		order_num: 3,
	});
	const paper = { name: 'Paper 1', url: 'https://example.org/march.pdf', published: true };
	await create(request, `${sets}/${ready.id}/pastpapers`, paper);
	const changes = await delay(page, 'changes', '**/api/**');
	const screens = [
		[`${at.topics}?view=cards`, 'Published: Transformers', 'Actions for Transformers'],
		[`${at.papers}?view=table`, 'Published: Paper 1 Theory', 'Actions for Paper 1 Theory'],
		[at.examSets, 'Published: March 2026 Series', 'Edit March 2026 Series'],
		[at.subject, 'Published: Electrical Principles', undefined],
	] as const;
	for (const [address, name, control] of screens)
		await test.step(address, async () => {
			await visit(page, address);
			const one = page.getByRole('switch', { name, exact: true });
			const initial = await one.isChecked();
			changes.requests.length = 0;
			await one.focus();
			await page.keyboard.press('Space');
			await expect(one).toHaveAttribute('aria-disabled', 'true');
			await expect(one).toBeChecked({ checked: !initial });
			if (control) await expect(page.getByRole('button', { name: control })).toBeDisabled();
			await page.keyboard.press('Space');
			await expect(one).toBeFocused();

			await changes.release();
			await expect(one).toBeEnabled();
			await expect(one).toBeFocused();
			await expect(one).toBeChecked({ checked: !initial });
			expect(changes.requests).toHaveLength(1);
			if (control) await expect(page.getByRole('button', { name: control })).toBeEnabled();

			await page.keyboard.press('Space');
			await expect(one).toBeDisabled();
			await changes.release();
			await expect(one).toBeChecked({ checked: initial });
			await expect(one).toBeEnabled();
			await expect(one).toBeFocused();
			expect(changes.requests).toHaveLength(2);
		});
});

test('shows the switches of a row on a phone, and its buttons in the ⋯ menu', {
	tag: '@once',
}, async ({ page, request }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	const content = await makeContent(request, 'Diploma in Two Lines');
	const at = addresses(content);
	for (const view of ['cards', 'table'])
		await test.step(view, async () => {
			await visit(page, `${at.topics}?view=${view}`);
			const row = page.locator('[data-row]', { hasText: 'Transformers' });
			await expect(row).toContainText('Draft');
			await openMenu(page, 'Transformers');
			await expectAccessible(page, { covered: true });
			await expect(page.getByRole('menuitem', { name: /^(Unp|P)ublish$/ })).toHaveCount(0);
			await page.keyboard.press('Escape');
			const published = row.getByRole('switch', { name: 'Published: Transformers' });
			for (const checked of [true, false]) {
				const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
				await published.click();
				await expect(published).toBeChecked({ checked });
				// Wait for the optimistic update: a click just before leaving would not be sent.
				await saved;
			}
			await expect(row).toContainText('Draft');
		});
	await visit(page, at.examSets);
	const set = page.locator('[data-row]', { hasText: 'July 2026 Series' });
	for (const value of ['Order: 1', 'Year: 2026', `ID: …${content.examSetId.slice(-8)}`])
		await expect(set).toContainText(value);
	await visit(page, `${at.papers}?view=table`);
	const paper = page.locator('[data-row]', { hasText: 'Paper 1 Theory' });
	await expect(paper).toContainText(/Created [\d-]{10} [\d:]{8}/);
	await expect(paper.getByRole('switch')).toHaveCount(2);
	await visit(page, at.subject);
	const free = page.getByRole('switch', { name: 'Free: Electrical Principles' });
	await free.press('Space');
	await expect(free).toBeChecked();
	await expect(free).toBeEnabled();
	await visit(page, at.courses);
	const course = page.locator('[data-row]', { hasText: content.courseName });
	await expect(course).toContainText('2 subjects · 2 topics');
	await openMenu(page, content.courseName);
	for (const words of ['Duplicate…', 'Delete…'])
		await expect(page.getByRole('menuitem', { name: words, exact: true })).toBeVisible();
	await page.keyboard.press('Escape');
	for (const words of ['Subjects', 'Edit Course'])
		await expect(course.getByText(words, { exact: true })).toBeVisible();
	await course.getByText('ExamSets', { exact: true }).click();
	await expect(page).toHaveURL(at.examSets);
});
