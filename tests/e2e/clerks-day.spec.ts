import type { Locator, Page } from '@playwright/test';
import { csvOf, type Movement, orgRows } from '../../server/finance/mpesa/fixtures/statements.ts';
import { buildConfirmation } from '../../tools/daraja-simulator/wire.ts';
import { expect, test } from './server.ts';

const TOKEN = 'a-hook-token-for-the-browser-tests';
const DAY = 86_400_000;
/** The second day of last month in Nairobi. */
const now = new Date(Date.now() + 3 * 3_600_000);
const FIRST = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1) - 3 * 3_600_000;
const SECOND_DAY = FIRST + DAY;
const MONTH = new Date(SECOND_DAY).toISOString().slice(0, 7);

/** Outcome of each payment by the second letter of its receipt, and the action of the clerk with its reason. */
const fates = {
	/** In the statement and in our books. */
	G: { count: 8, books: 0, action: '' },
	/** Our books have a receipt with another last character. */
	T: { count: 3, books: 0, action: 'Attach' },
	/** Its delivery never came. */
	L: { count: 4, books: undefined, action: 'Book it', reason: 'On the statement' },
	/** Our books have another amount. */
	D: { count: 2, books: 50, action: 'Leave it, with a reason', reason: 'As the payer wrote' },
	N: { count: 1, books: undefined, action: 'Not ours', reason: 'For the canteen' },
	R: { count: 1, books: undefined, action: 'Will be given back', reason: 'Sent by mistake' },
	U: { count: 1, books: undefined, action: 'Leave it, with a reason', reason: 'Sent twice' },
} as const;
type Fate = keyof typeof fates;
const isFate = (letter: string | undefined): letter is Fate =>
	letter !== undefined && letter in fates;

const all = (Object.keys(fates) as Fate[]).flatMap((fate) =>
	Array.from({ length: fates[fate].count }, (_, n) => ({ fate, n })),
);
const paid = all.map(({ fate, n }, at) => ({
	fate,
	receipt: `U${fate}M${n}CLERK0`,
	amount: 1000 + at * 10,
	at: SECOND_DAY + at * 3_600_000,
}));

const deliver = async (url: string) => {
	for (const { fate, receipt, amount, at } of paid) {
		const more = fates[fate].books;
		if (more === undefined) continue;
		const sent = buildConfirmation({
			receipt: fate === 'T' ? receipt.replace(/0$/, 'O') : receipt,
			amount: amount + more,
			at,
			phone: '254712345678',
			reference: `A${amount}`,
		});
		const answer = await fetch(`${url}/api/hooks/${TOKEN}/c2b`, {
			method: 'POST',
			body: JSON.stringify(sent),
		});
		expect(answer.status).toBe(200);
	}
};

const statement = () => {
	const movements: Movement[] = paid.map(({ receipt, amount, at }) => ({
		receipt,
		at,
		paidIn: amount,
		account: `A${amount}`,
		party: '25471****678 - JANE **** DOE',
	}));
	return csvOf(orgRows({ opening: 0, from: FIRST, to: FIRST + 28 * DAY, movements }));
};

/** Moves the focus to an element with Tab. */
const tabTo = async (page: Page, to: Locator) => {
	for (let presses = 0; presses < 40; presses++) {
		if (await to.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press('Tab');
	}
	throw new Error('It is not reached by Tab.');
};

/** Takes the expected action on the first row; returns the number of rows that are settled then. */
const decideFirst = async (page: Page, row: Locator) => {
	const letter = /\bU([A-Z])M\dCLERK/.exec(await row.innerText())?.[1];
	if (!isFate(letter)) throw new Error('The first row is none of the exceptions.');
	const { action, reason }: { action: string; reason?: string } = fates[letter];
	const button = row.getByRole('button', { name: `${action}:` });
	if (await button.isVisible()) await button.click();
	else {
		await row.getByRole('button', { name: /^More for/ }).click();
		await page.getByRole('menuitem', { name: action }).click();
	}
	if (reason) {
		await page.getByRole('dialog').getByLabel('Reason').fill(reason);
		await page.keyboard.press('Enter');
	}
	return letter === 'T' ? 2 : 1;
};

test('imports a statement by keyboard and settles twelve exceptions', { tag: '@once' }, async ({
	page,
	fresh,
}) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: TOKEN });
	await deliver(url);
	await page.goto(`${url}/admin/reconciliation`);
	const choose = page.getByRole('button', { name: 'Choose statement' });
	// Wait until all data is loaded: late data could move the focus.
	await expect(page.getByRole('heading', { name: /^No statement covers/ })).toBeVisible();
	// Before any other call to the page: keyboard events use another channel and may arrive first.
	const chooser = page.waitForEvent('filechooser');
	await tabTo(page, choose);
	await expect(choose).toBeFocused();
	await page.keyboard.press('Enter');
	await (await chooser).setFiles({
		name: 'ORG_174379_Utility Account_Completed_x.csv',
		mimeType: 'text/csv',
		buffer: statement(),
	});
	await expect(page.getByRole('button', { name: 'Import 20 lines' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(new RegExp(`month=${MONTH}`));

	const rows = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
	// Three occur twice: as a line and as a payment.
	await expect(rows).toHaveCount(15);
	for (let left = 15; left > 0; ) {
		left -= await decideFirst(page, rows.first());
		await expect(rows).toHaveCount(left);
	}
	await expect(page.getByText('Nothing needs a decision')).toBeVisible();
	const open = page
		.getByRole('region', { name: 'The month' })
		.getByText('Still to decide', { exact: true });
	await expect(open.locator('..').first()).toContainText('KSh 0');
});
