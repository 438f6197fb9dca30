import type { Page } from '@playwright/test';
import { csvOf, orgRows } from '../server/finance/mpesa/fixtures/statements.ts';
import { makeCover } from '../tests/e2e/pdfs.ts';

const NAIROBI_MS = 3 * 3_600_000;

/** Fields of a payment that a line of a statement repeats. */
interface PaymentRow {
	mpesa_receipt_number: string;
	paid_at: string | null;
	created_at: string;
	phone_number: string;
	amount: number;
}

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 390, height: 780 };

/** Describes a picture: address, size, color scheme, and steps before it is taken. */
export interface Picture {
	name: string;
	path: string;
	size: typeof WIDE;
	scheme: 'light' | 'dark';
	/** Patterns of the screen's own files: after a change there the picture is taken again. */
	sources: readonly string[];
	/** Shows the page for learners; the others show the console. */
	isExample?: true;
	before?: (page: Page) => Promise<unknown>;
}

/** Opens the first course that has subjects. */
export const openCourse = async (page: Page) => {
	await page
		.locator('main a[href^="/admin/courses/"]', { hasText: /\d+ subjects · / })
		.first()
		.click();
	await page.getByRole('link', { name: 'Coverage' }).first().waitFor();
};

/** Opens a tab of the first course. */
export const openTab = (tab: string, heading: RegExp) => async (page: Page) => {
	await openCourse(page);
	await page.getByRole('link', { name: tab, exact: true }).first().click();
	await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

/** Drops papers of one series; the subject of one is not recognised. */
export const uploadPapers = async (page: Page) => {
	const names = [
		'Engineering Mathematics',
		'Electrical Principles',
		'Analogue Electronics',
		'Digital Electronics',
		'Electrical Machines',
		'Electrical Installation Technology',
		'Workshop Practice',
		'Communication Skills',
	];
	const makeFile = async (name: string, index: number) => ({
		name: `2521-30${index + 1} ${name} Nov 2023.pdf`,
		mimeType: 'application/pdf',
		buffer: await makeCover([
			'THE KENYA NATIONAL EXAMINATIONS COUNCIL',
			'DIPLOMA IN ELECTRICAL AND ELECTRONIC ENGINEERING (POWER OPTION)',
			`2521/30${index + 1}`,
			name.toUpperCase(),
			'Oct./Nov. 2023',
			'Time: 3 hours',
		]),
	});
	await openCourse(page);
	const course = new URL(page.url()).pathname.split('/').at(-1);
	await page.goto(new URL(`/admin/intake?course_id=${course}`, page.url()).href);
	const input = page.locator('input[type=file]').first();
	await input.setInputFiles(await Promise.all(names.map(makeFile)));
	await page
		.locator('[data-row]')
		.nth(names.length - 1)
		.waitFor();
	await page.getByText(/still being read/).waitFor({ state: 'hidden' });
};

/** Chooses the statement of last month: one of our payments is not on it, and it has two lines that we do not know. */
export const chooseStatement = async (page: Page) => {
	const month = new Date(Date.now() + NAIROBI_MS);
	const to = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1) - NAIROBI_MS;
	const last = new Date(to - 1 + NAIROBI_MS);
	const from = Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1) - NAIROBI_MS;
	const key = new Date(from + NAIROBI_MS).toISOString().slice(0, 7);
	const query = `from=${key}-01&to=${last.toISOString().slice(0, 10)}&status=completed&by=paid&limit=100`;
	const { data } = await (await page.request.get(`/api/transactions?${query}`)).json();
	const ours = (data.data as PaymentRow[]).slice(1).map((payment) => ({
		receipt: payment.mpesa_receipt_number,
		at: Date.parse(payment.paid_at ?? payment.created_at),
		paidIn: payment.amount,
		party: `${payment.phone_number.slice(0, 5)}****${payment.phone_number.slice(-3)} - JANE **** DOE`,
		account: 'UFUNDI',
	}));
	const unknown = ['UJ7K2M4PQ8', 'UJ9T5W1XZ3'].map((receipt, index) => ({
		receipt,
		at: from + (9 + index) * 86_400_000,
		paidIn: 1_500 + index * 1_500,
		party: '25471****208 - PETER **** MWANGI',
		account: '2521 FEES',
	}));
	const movements = [...ours, ...unknown].sort((one, other) => one.at - other.at);
	const rows = orgRows({ shortCode: '174379', opening: 0, from, to, movements });
	await page.locator('input[type=file]').setInputFiles({
		name: 'ORG_174379_Utility Account_Completed.csv',
		mimeType: 'text/csv',
		buffer: csvOf(rows),
	});
	await page.getByRole('button', { name: /^Import \d+ lines/ }).waitFor();
	return key;
};

/** Imports the statement of last month, unless that is done, and shows its lines. */
export const importStatement = async (page: Page) => {
	const key = await chooseStatement(page);
	await page.getByRole('button', { name: /^Import \d+ lines/ }).click();
	await page.getByText(/\d+ new lines/).waitFor();
	await page.goto(`/admin/reconciliation?month=${key}`);
	await page.getByText('UJ7K2M4PQ8').first().waitFor();
};
