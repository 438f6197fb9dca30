import type { APIRequestContext } from '@playwright/test';
import { csvOf, type Movement, orgRows } from '../../server/finance/mpesa/fixtures/statements.ts';
import { expectAccessible } from './accessible.ts';
import { CONSOLE, SIGNED_OUT, signInTo } from './people.ts';
import { expect, test } from './server.ts';

const HOURS_MS = 3 * 3_600_000;

/** Returns the previous month in Nairobi as `yyyy-MM`, with its start and end. */
const findLastMonth = () => {
	const now = new Date(Date.now() + HOURS_MS);
	const startOf = (monthsAgo: number) =>
		Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1) - HOURS_MS;
	const [from, to] = [startOf(1), startOf(0)];
	return { from, to, month: new Date(from + HOURS_MS).toISOString().slice(0, 7) };
};
const { from, to, month } = findLastMonth();
const movement = (n: number): Movement => ({
	receipt: `UZ9PER000${n}`,
	at: from + n * 86_400_000,
	paidIn: 1000 + n,
	party: '25470****111 - JANE **** DOE',
});

const send = async (api: APIRequestContext, movements: readonly Movement[]) => {
	// Without its closing balance, a statement does not exclude later lines.
	const rows = orgRows({ shortCode: '174379', opening: 0, from, to, movements });
	const buffer = csvOf(rows.with(5, ['Opening Balance:', '0']));
	const name = `ORG_174379_Utility Account_Completed_${movements.length}.csv`;
	const file = { name, mimeType: 'text/csv', buffer };
	const answer = await api.post('/api/statements', { headers: CONSOLE, multipart: { file } });
	expect(answer.status()).toBe(201);
};

test('closes a month by keyboard, downloads its workbook and reopens it', {
	tag: '@once',
}, async ({ page, fresh, playwright }) => {
	const { url } = await fresh();
	const api = await playwright.request.newContext({
		baseURL: url,
		extraHTTPHeaders: CONSOLE,
		storageState: SIGNED_OUT,
	});
	await signInTo(url, api);
	await send(api, [movement(1), movement(2)]);

	await page.goto(`${url}/admin/reconciliation?month=${month}`);
	const closing = page.getByRole('region', { name: 'Closing' });
	await expect(closing.getByRole('listitem')).toHaveText(['2 lines need a decision: KSh 2,003.']);
	const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
	await lines.first().getByRole('button', { name: 'Book it' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Reason').fill('The payer has the message');
	await page.keyboard.press('Enter');
	await expect(closing.getByRole('listitem')).toHaveText(['1 line needs a decision: KSh 1,001.']);

	await closing.getByRole('button', { name: 'Close anyway…' }).focus();
	await page.keyboard.press('Enter');
	await expectAccessible(page);
	await page.keyboard.type('The payer is asked by phone');
	await expect(dialog.getByLabel('Reason')).toHaveValue('The payer is asked by phone');
	await page.keyboard.press('Enter');
	await expect(closing.getByText(/^Closed by .*The payer is asked by phone$/)).toBeVisible();

	await send(api, [movement(1), movement(2), movement(3)]);
	await page.reload();
	await expect(page.getByRole('region', { name: 'The month' })).toContainText('KSh 2,003');
	await expect(closing.getByText('Since closing: Statement in +KSh 1,003')).toBeVisible();
	const changes = closing.getByRole('list', { name: 'Changed since closing' });
	await expect(changes.getByRole('listitem')).toHaveText([
		/^Imported 1 line of .*: KSh 1,003 in, KSh 0 out/,
	]);
	await expectAccessible(page);
	// A decision in the closed month, and its Undo, ask first.
	const isClosed = /is closed\. ?This will show as a change after closing\./;
	const third = lines.filter({ hasText: 'UZ9PER0003' });
	await third.getByRole('button', { name: 'Book it' }).click();
	await expect(dialog).toContainText(isClosed);
	await dialog.getByLabel('Reason').fill('Paid by hand');
	await dialog.getByRole('button', { name: 'Book', exact: true }).click();
	await expect(third).toHaveCount(0);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	const question = page.getByRole('alert').filter({ hasText: isClosed });
	await expectAccessible(page);
	await question.getByRole('button', { name: 'Undo anyway' }).click();
	await expect(third).toHaveCount(1);
	await expect(changes.getByRole('listitem')).toHaveCount(3);
	await expect(changes.getByRole('listitem').first()).toHaveText(
		/^Taken back, UZ9PER0003: .* \(.KSh 1,003\)/,
	);
	const saved = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download XLSX' }).click();
	expect((await saved).suggestedFilename()).toBe(`month-${month}.xlsx`);

	await closing.getByRole('link', { name: 'All months' }).click();
	await expect(page.getByRole('main').getByText(/^Administrator, /)).toBeVisible();
	await expectAccessible(page);
	await page.goto(`${url}/admin`);
	const changed = page.getByRole('link', { name: /^Changes in .* since closing$/ });
	await expect(changed).toBeVisible();
	const size = page.viewportSize();
	await page.setViewportSize({ width: 360, height: 780 });
	const width = () => page.evaluate(() => document.documentElement.scrollWidth);
	await expect.poll(width).toBe(360);
	if (size) await page.setViewportSize(size);
	await changed.click();
	await closing.getByRole('button', { name: 'Reopen…' }).click();
	await dialog.getByLabel('Reason').fill('The third belongs to it');
	await dialog.getByRole('button', { name: 'Reopen' }).click();
	await expect(closing.getByRole('listitem')).toHaveText(['2 lines need a decision: KSh 2,004.']);
	await api.dispose();
});
