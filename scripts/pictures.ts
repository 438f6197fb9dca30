import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { csvOf, orgRows } from '../server/finance/mpesa/fixtures/statements.ts';
import { makeCover } from '../tests/e2e/pdfs.ts';
import { CONSOLE } from '../tests/e2e/people.ts';

const root = join(import.meta.dirname, '..');

/** Folder of the pictures of the README, from the root of the repository. */
export const PICTURES = 'docs/pictures';
/** File in that folder with the hash of each picture's sources when it was taken. */
export const SOURCES_FILE = `${PICTURES}/sources.json`;

const NAIROBI_MS = 3 * 3_600_000;

/** Fields of a payment that a line of a statement repeats. */
interface PaymentRow {
	mpesa_receipt_number: string;
	paid_at: string | null;
	created_at: string;
	phone_number: string;
	amount: number;
}

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 780 };

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
const openCourse = async (page: Page) => {
	await page
		.locator('main a[href^="/admin/courses/"]', { hasText: /\d+ subjects · / })
		.first()
		.click();
	await page.getByRole('link', { name: 'Coverage' }).first().waitFor();
};

const openTab = (tab: string, heading: RegExp) => async (page: Page) => {
	await openCourse(page);
	await page.getByRole('link', { name: tab, exact: true }).first().click();
	await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

/** Drops papers of one series; the subject of one is not recognised. */
const uploadPapers = async (page: Page) => {
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

/** Imports the statement of last month: one of our payments is not on it, and it has two lines that we do not know. */
const importStatement = async (page: Page) => {
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
	await page.getByRole('button', { name: /^Import \d+ lines/ }).click();
	await page.getByText(/\d+ new lines/).waitFor();
	await page.goto(`/admin/reconciliation?month=${key}`);
	await page.getByText('UJ7K2M4PQ8').first().waitFor();
};

const search = async (page: Page) => {
	await page.getByRole('button', { name: 'Search everything' }).click();
	await page.getByRole('combobox', { name: 'Search everything' }).fill('elecrtical');
	await page.getByRole('option').first().waitFor();
	await page.getByText('No results for').waitFor();
};

const openPapers = (page: Page) =>
	page
		.getByRole('link', { name: /^Diploma in Electrical/ })
		.first()
		.click();

/** The pictures of the README. */
export const pictures: readonly Picture[] = [
	{
		name: 'dashboard',
		path: '/admin',
		size: WIDE,
		scheme: 'light',
		sources: ['web/src/finance/dashboard/*.{tsx,css}'],
	},
	{
		name: 'course',
		path: '/admin/courses',
		size: WIDE,
		scheme: 'light',
		sources: [
			'web/src/content/courses/course-{hub,sections}.tsx',
			'web/src/platform/ui/content/course-strip.tsx',
		],
		before: openCourse,
	},
	{
		name: 'coverage',
		path: '/admin/courses',
		size: WIDE,
		scheme: 'light',
		sources: ['web/src/papers/coverage/coverage*.{tsx,css}'],
		before: openTab('Coverage', /Coverage/),
	},
	{
		name: 'intake',
		path: '/admin/courses',
		size: WIDE,
		scheme: 'light',
		sources: ['web/src/papers/intake/intake*.{tsx,css}'],
		before: uploadPapers,
	},
	{
		name: 'transactions',
		path: '/admin/transactions',
		size: WIDE,
		scheme: 'dark',
		sources: ['web/src/finance/transactions/{transactions-page,payments-table,chips}.tsx'],
	},
	{
		name: 'reconciliation',
		path: '/admin/reconciliation',
		size: WIDE,
		scheme: 'light',
		sources: ['web/src/finance/reconciliation/{reconciliation-page,month-figures}.tsx'],
		before: importStatement,
	},
	{
		name: 'search',
		path: '/admin/courses',
		size: WIDE,
		scheme: 'dark',
		sources: ['web/src/platform/shell/palette/*.tsx'],
		before: search,
	},
	{
		name: 'subjects-on-a-phone',
		path: '/admin/courses',
		size: NARROW,
		scheme: 'light',
		sources: ['web/src/content/subjects/subjects-page.tsx'],
		before: openTab('Subjects', /^Subjects for /),
	},
	{
		name: 'transactions-on-a-phone',
		path: '/admin/transactions',
		size: NARROW,
		scheme: 'dark',
		sources: ['web/src/finance/transactions/{transactions-page,payments-table,chips}.tsx'],
	},
	{
		name: 'learner-on-a-phone',
		path: '/',
		size: NARROW,
		scheme: 'light',
		sources: ['examples/learner/*.{tsx,css}'],
		isExample: true,
		before: openPapers,
	},
];

/** Returns a hash of the present sources of a picture; throws if a pattern matches no file. */
export const hashSources = ({ name, sources }: Picture) => {
	const hash = createHash('sha256');
	for (const pattern of sources) {
		const files = globSync(pattern, { cwd: root }).filter((file) => !file.includes('.test.'));
		if (files.length === 0) throw new Error(`${name}: no file matches ${pattern}`);
		for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)));
	}
	return hash.digest('hex').slice(0, 16);
};

const readText = (file: string) => readFileSync(join(root, file), 'utf8');

/** Lists what is wrong with the pictures: older than their screen, missing in the README, or of no use. */
export const listOldPictures = () => {
	const taken = JSON.parse(readText(SOURCES_FILE));
	const readme = readText('README.md');
	const names = new Set(pictures.map(({ name }) => name));
	const files = readdirSync(join(root, PICTURES)).filter((file) => file.endsWith('.png'));
	return [
		...pictures.flatMap((picture) => [
			...(taken[picture.name] === hashSources(picture) ? [] : [`${picture.name} is too old`]),
			...(readme.includes(`(${PICTURES}/${picture.name}.png)`)
				? []
				: [`${picture.name} is not shown`]),
		]),
		...files
			.filter((file) => !names.has(file.replace('.png', '')))
			.map((file) => `${file} is unused`),
	];
};

/** Makes a few changes, so that the lists of changes have rows. */
export const makeChanges = async (api: APIRequestContext, url: string) => {
	const headers = CONSOLE;
	const { data: courses } = await (await api.get(`${url}/api/courses`)).json();
	const [first, second] = courses;
	await api.put(`${url}/api/courses/${first.id}`, { headers, data: { price: 2_800 } });
	await api.put(`${url}/api/courses/${second.id}`, { headers, data: { duration: 30 } });
	const subjects = `${url}/api/courses/${first.id}/subjects`;
	const [subject] = (await (await api.get(subjects)).json()).data;
	await api.put(`${subjects}/${subject.id}`, { headers, data: { freeSubject: true } });
};
