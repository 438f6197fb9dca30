import type { APIRequestContext, Page } from '@playwright/test';
import type { Case } from '../../server/finance/periods/fixtures/clerks-acts.ts';
import { makeCases, makeStatements } from '../../server/finance/periods/fixtures/clerks-cases.ts';
import { expectAccessible } from './accessible.ts';
import { openFilters } from './screens.ts';
import { expect, test, waitForAnswer } from './server.ts';

const TOKEN = 'a-hook-token-for-the-browser-tests';
const MONTH = '2026-10';
/** The lines and the messages of the month, and the actions that may close it. */
const [LINES, MESSAGES, ACTIONS_MAX] = [58, 11, 45];
const OFTEN = {
	...{ lost: 9, lostNotOurs: 9, unheard: 9, mistyped: 9 },
	...{ tooLarge: 4, otherShortCode: 6 },
};

/** Lines on a page. */
const PAGE = 25;

/** Opens the dialog of a decision and sends it with a reason. */
const send = async (page: Page, as?: string) => {
	const dialog = page.getByRole('dialog');
	if (as) await dialog.getByLabel('This is').selectOption(as);
	await dialog.getByLabel('Reason').fill('As the payer says');
	await dialog.locator('button[type=submit]').click();
	await expect(dialog).toHaveCount(0);
};

const importAll = async (request: APIRequestContext, url: string, cases: readonly Case[]) => {
	for (const body of cases.flatMap(({ deliveries }) => deliveries))
		await fetch(`${url}/api/hooks/${TOKEN}/c2b`, { method: 'POST', body: JSON.stringify(body) });
	for (const { name, content: buffer } of makeStatements(cases)) {
		const file = { name, mimeType: 'text/csv', buffer };
		const taken = await request.post(`${url}/api/statements`, { multipart: { file } });
		expect(taken.status(), await taken.text()).toBe(201);
	}
};

test('closes a month of 58 lines and 11 messages in at most 45 actions', { tag: '@once' }, async ({
	page,
	request,
	fresh,
}) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: TOKEN, MPESA_SHORTCODE: '174379' });
	const cases = makeCases(120, OFTEN);
	await importAll(request, url, cases);
	await waitForAnswer(request, `${url}/api/transactions/to-check`, `"unmatched":${MESSAGES}`);

	const countOpen = async (state = 'open') => {
		const { data } = await (
			await request.get(`${url}/api/reconciliation/lines?month=${MONTH}&state=${state}&limit=1`)
		).json();
		return data.total;
	};
	expect(await countOpen()).toBe(LINES);
	let actions = 0;
	page.on('request', (sent) => {
		if (sent.method() === 'POST' && sent.url().endsWith('/api/decisions')) actions += 1;
	});
	const rows = page.getByRole('list', { name: 'To check' }).getByRole('listitem');
	await page.goto(`${url}/admin/transactions/to-check?kind=unmatched`);
	await expect(rows).toHaveCount(MESSAGES);
	await expectAccessible(page);
	const isElsewhere = rows.filter({ hasText: 'another paybill' });
	for (const row of await isElsewhere.all()) await row.getByRole('checkbox').check();
	await page.getByRole('button', { name: 'This is…', exact: true }).click();
	await send(page, 'not_ours');
	await expect(isElsewhere).toHaveCount(0);
	await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
	await page.getByRole('button', { name: 'Book it', exact: true }).click();
	await send(page);
	await expect(page.getByText('Nothing to check')).toBeVisible();

	const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
	await page.goto(`${url}/admin/reconciliation?month=${MONTH}`);
	await openFilters(page);
	const fits = page.getByRole('button', { name: /^(Attach|Accept|Already counted): / });
	const bulk: [state: string, badge: string, button: RegExp][] = [
		['only_statement', 'Not in our records', /^Book \d+ lines?…$/],
		['only_statement', 'Not in our records', /^Decide \d+ lines?…$/],
		['only_books', 'Not on the statement', /^Decide \d+ lines?…$/],
		['amount_differs', 'Amount differs', /^Decide \d+ lines?…$/],
		['reversal_open', 'Reversal without a payment', /^Decide \d+ lines?…$/],
		['paid_out', 'Paid out', /^Decide \d+ lines?…$/],
	];
	const states = new Set(bulk.map(([state]) => state));
	const show = async (state: string, badge: string) => {
		await page.getByLabel('Show').selectOption(state);
		await expect(page).toHaveURL(new RegExp(`state=${state}`));
		await expect(lines.filter({ hasText: badge })).toHaveCount(
			Math.min(PAGE, await countOpen(state)),
		);
		await expect(lines.filter({ hasNotText: badge })).toHaveCount(0);
	};
	// What fits is one click, each.
	for (const state of states) {
		await show(state, bulk.find(([each]) => each === state)?.[1] ?? '');
		for (let left = await fits.count(); left > 0; left = await fits.count()) {
			await fits.first().click();
			await expect.poll(() => fits.count()).toBeLessThan(left);
		}
	}
	// The others that are alike are decided together, with one reason.
	for (const [state, badge, button] of bulk) {
		await show(state, badge);
		if ((await lines.count()) === 0) continue;
		const before = await countOpen();
		const all = page.getByRole('checkbox', { name: 'Select all on this page' });
		await ((await all.isVisible()) ? all : lines.getByRole('checkbox')).check();
		const many = page.getByRole('button', { name: button });
		if (!(await many.isVisible())) continue;
		await many.click();
		await send(page, button.source.includes('Book') ? undefined : 'other');
		await expect.poll(() => countOpen()).toBeLessThan(before);
	}
	await page.goto(`${url}/admin/reconciliation?month=${MONTH}`);
	for (let left = await countOpen(); left > 0; left = await countOpen()) {
		await lines
			.first()
			.getByRole('button', { name: /^Leave it, with a reason/ })
			.click();
		await send(page);
		await expect.poll(() => countOpen()).toBeLessThan(left);
		await expect(lines).toHaveCount(Math.min(PAGE, left - 1));
	}
	await expect(page.getByText('Nothing needs a decision')).toBeVisible();
	expect(actions).toBeLessThanOrEqual(ACTIONS_MAX);
	test.info().annotations.push({ type: 'actions', description: String(actions) });
	const { data } = await (await request.get(`${url}/api/reconciliation?month=${MONTH}`)).json();
	expect(data.unexplained).toBe(0);
	expect(data.period.left.map(({ kind }: { kind: string }) => kind)).not.toContain('strays');
});
