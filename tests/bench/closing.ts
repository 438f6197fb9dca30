/** A manager's closing of a month in a real browser, by real keys and clicks: `closing(folder, say)`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Locator, type Page, expect as patient, request } from '@playwright/test';
import { confirmationOf } from '../../tools/daraja-simulator/wire.ts';
import { fillSignIn, makePerson, NOBODY } from '../e2e/people.ts';
import { freshContext, openBrowser } from './browser.ts';
import { type Child, start } from './child.ts';
import { type Exception, makeClosingMonth } from './closing-data.ts';
import type { Figure } from './figures.ts';

const expect = patient.configure({ timeout: 60_000 });
const TOKEN = 'the-secret-segment-of-the-bench';
const STRAYS = 2;
const NAME = 'a month of 5,000 with 40 exceptions';

/**
 * Card, Moran, Newell, "The Keystroke-Level Model" (1980): seconds of an average typist for a key, to point and press,
 * and to make up one's mind. Beside that five seconds to read a row.
 */
const SECONDS = { keys: 0.28, presses: 1.1 + 0.2, decisions: 1.35, rows: 5 };

/** Plays a person, and counts what they do. */
const person = (page: Page) => {
	const done = { keys: 0, presses: 0, decisions: 0, rows: 0 };
	let waitedMs = 0;
	return {
		done,
		waited: () => waitedMs / 1000,
		key: (name: string) => {
			done.keys++;
			return page.keyboard.press(name);
		},
		type: (text: string) => {
			done.keys += text.length;
			return page.keyboard.type(text);
		},
		click: (what: Locator) => {
			done.presses++;
			return what.click();
		},
		read: (rows: number) => {
			done.rows += rows;
			done.decisions += rows;
		},
		/** What the console takes until it shows what was asked for. */
		wait: async (shown: () => Promise<void>) => {
			const from = performance.now();
			await shown();
			waitedMs += performance.now() - from;
		},
	};
};
type Person = ReturnType<typeof person>;

/** The key, and the reason that has to be typed the first time. */
const DECISIONS: Record<Exception, readonly [key: string, reason?: string]> = {
	'not in books': ['Enter'],
	'misread receipt': ['Enter'],
	'no receipt': ['Enter'],
	'unanswered prompt': ['Enter'],
	'not ours': ['n', 'Paid for the canteen'],
	'to be returned': ['r', 'Paid for the hostel'],
	'amount differs': ['e', 'Paid 50 more, agreed by phone'],
	'not on the statement': ['e', 'Paid to the old till'],
	'counted twice': ['d', 'Prompt and till both reported it'],
	reversed: ['Enter'],
};

/** Decides about the line that has the focus; answers what it was. */
const decideNext = async (page: Page, clerk: Person, wrong: ReadonlyMap<string, Exception>) => {
	const row = page.locator('li:focus');
	const text = await row.innerText();
	const kind = [...wrong].find(([receipt]) => text.includes(receipt))?.[1] ?? 'no receipt';
	const rows = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
	const amount = await row.evaluate((it) => it.textContent);
	const [key, reason] = DECISIONS[kind];
	clerk.read(1);
	await clerk.key(key);
	const dialog = page.getByRole('dialog');
	const gone = async () => expect(page.locator(':focus')).not.toHaveText(amount ?? '');
	if (kind !== 'misread receipt') {
		await clerk.wait(() => expect(dialog.locator('input:focus')).toBeVisible());
		if (reason && (await dialog.getByLabel('Reason').inputValue()) === '') await clerk.type(reason);
		await clerk.key('Enter');
		await clerk.wait(() => expect(dialog).toHaveCount(0));
	}
	await clerk.wait(async () => {
		await gone();
		await expect(
			page.locator('li:focus').or(page.getByText('Nothing needs a decision')),
		).toBeVisible();
	});
	return { kind, left: await rows.count() };
};

const settleStrays = async (page: Page, clerk: Person) => {
	await clerk.click(page.getByRole('link', { name: /unmatched deliver/ }));
	const deliveries = page.getByRole('list', { name: 'Unmatched deliveries' }).getByRole('listitem');
	await clerk.wait(() => expect(deliveries).toHaveCount(STRAYS));
	for (let left = STRAYS; left > 0; left--) {
		clerk.read(1);
		await clerk.click(deliveries.first().getByRole('button', { name: 'Settle' }));
		const dialog = page.getByRole('dialog');
		await clerk.wait(() => expect(dialog.getByLabel('It is')).toBeVisible());
		clerk.done.presses++;
		await dialog.getByLabel('It is').selectOption('To be returned');
		await clerk.click(dialog.getByLabel('Reason'));
		await clerk.type('More than M-Pesa takes at once');
		await clerk.key('Enter');
		await clerk.wait(() => expect(deliveries).toHaveCount(left - 1));
	}
};

/** From M-Pesa's file to nothing left to decide. */
const clerksDay = async (
	page: Page,
	clerk: Person,
	made: Awaited<ReturnType<typeof makeClosingMonth>>,
) => {
	await clerk.click(page.getByRole('link', { name: 'Reconciliation' }));
	// The button, the file, and to open it.
	clerk.done.presses += 3;
	await page.locator('input[type=file]').setInputFiles({
		name: 'ORG_174379_Utility Account_Completed.csv',
		mimeType: 'text/csv',
		buffer: made.file,
	});
	const take = page.getByRole('button', { name: /^Take in/ });
	await clerk.wait(() => expect(take).toBeFocused());
	clerk.read(1);
	await clerk.key('Enter');
	await clerk.wait(() => expect(page.locator('li:focus')).toBeVisible());
	const imported = clerk.waited();
	const kinds = new Map<string, number>();
	while ((await page.getByText('Nothing needs a decision').count()) === 0) {
		const { kind } = await decideNext(page, clerk, made.wrong);
		kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
	}
	await settleStrays(page, clerk);
	return { imported, kinds };
};

/** The second person looks, closes and takes the pack along. */
const managersDay = async (page: Page, manager: Person, month: string) => {
	await manager.click(page.getByRole('link', { name: 'Reconciliation' }));
	await manager.click(page.getByLabel('Month', { exact: true }));
	await page.getByLabel('Month', { exact: true }).selectOption(month);
	manager.done.presses++;
	const closing = page.getByRole('region', { name: 'Closing' });
	await manager.wait(() => expect(closing).toContainText('can be closed'));
	// The five figures, and that nothing is left.
	manager.read(2);
	await manager.click(closing.getByRole('button', { name: 'Close…' }));
	const dialog = page.getByRole('dialog');
	await manager.click(dialog.getByRole('button', { name: 'Close the month' }));
	await manager.wait(() => expect(closing).toContainText('Closed by'));
	await manager.click(closing.getByRole('link', { name: 'Pack' }));
	const download = page.getByRole('button', { name: 'Download XLSX' });
	await manager.wait(() => expect(download).toBeEnabled());
	manager.read(4);
	const saved = page.waitForEvent('download');
	await manager.click(download);
	await manager.wait(async () => void (await (await saved).path()));
};

const deliverStrays = async ({ url }: Child) => {
	for (let n = 0; n < STRAYS; n++) {
		const sent = confirmationOf({
			receipt: `UKM1BIG0${n}A`,
			amount: 300_000,
			at: Date.now() - 60_000,
			phone: '254712345678',
			reference: 'FEES',
		});
		await fetch(`${url}/api/hooks/${TOKEN}/c2b`, { method: 'POST', body: JSON.stringify(sent) });
	}
};

const estimate = ({ done, waited }: Person) =>
	waited() +
	Object.entries(SECONDS).reduce((sum, [what, s]) => sum + done[what as keyof typeof done] * s, 0);

const figuresOf = (clerk: Person, manager: Person, imported: number): Figure[] => {
	const both = (what: keyof typeof SECONDS) => clerk.done[what] + manager.done[what];
	const waited = clerk.waited() + manager.waited();
	const minutes = (estimate(clerk) + estimate(manager)) / 60;
	return [
		{
			name: `${NAME}, two persons`,
			value: minutes,
			unit: 'min',
			measured: `${minutes.toFixed(1)} min: ${both('keys')} keys, ${both('presses')} clicks, ${both('decisions')} looks, ${waited.toFixed(0)} s of waiting`,
			target: { value: 10, better: 'less' },
		},
		{
			name: `${NAME}, its statement looked at and taken in`,
			value: imported,
			unit: 's',
			measured: `${imported.toFixed(1)} s`,
		},
	];
};

/** How long two persons take to close a month of 5,000 payments: what they press and type, and what they wait for. */
export const closing = async (folder: string, say: (text: string) => void): Promise<Figure[]> => {
	const dir = join(folder, 'closing');
	mkdirSync(dir);
	say('Making a month of 5,000 payments …');
	const made = await makeClosingMonth(dir);
	const server = await start('server/main.ts', dir, {
		signedIn: true,
		settings: { MPESA_HOOK_TOKEN: TOKEN },
	});
	const browser = await openBrowser();
	try {
		await deliverStrays(server);
		const api = await request.newContext({ baseURL: server.url, extraHTTPHeaders: server.headers });
		const second = await makePerson(api, 'finance');
		const page = await (await freshContext(browser, server)).newPage();
		await page.goto(`${server.url}/admin`);
		const clerk = person(page);
		say('Deciding …');
		const { imported, kinds } = await clerksDay(page, clerk, made);
		say(`… ${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}`);
		const others = await browser.newContext({ storageState: NOBODY });
		const desk = await others.newPage();
		await desk.goto(`${server.url}/admin`);
		await fillSignIn(desk, second);
		await expect(desk.getByRole('link', { name: 'Reconciliation' })).toBeVisible();
		const manager = person(desk);
		say('Closing …');
		await managersDay(desk, manager, made.month);
		await api.dispose();
		return figuresOf(clerk, manager, imported);
	} finally {
		await browser.close();
		await server.stop();
	}
};
