import type { Page } from '@playwright/test';
import { CONSOLE } from '../tests/e2e/people.ts';
import {
	chooseStatement,
	importStatement,
	openCourse,
	openTab,
	type Picture,
	uploadPapers,
	WIDE,
} from './picture-steps.ts';

/** Opens the upload of papers, or makes it. */
const openUpload = async (page: Page) => {
	await page.goto('/admin/intake');
	await page.locator('main h1').waitFor();
	const upload = page.getByRole('link', { name: '8 files' });
	if (await upload.isVisible()) await upload.click();
	else {
		await page.goto('/admin/courses');
		await uploadPapers(page);
	}
	await page.locator('[data-row]').nth(7).waitFor();
};

const showRow = async (page: Page) => {
	await openUpload(page);
	await page.getByRole('button', { name: /^2521-302/ }).click();
	await page
		.getByRole('region', { name: /^Pages of/ })
		.locator('canvas')
		.first()
		.waitFor();
};

const save = async (page: Page) => {
	await openUpload(page);
	await page.getByRole('button', { name: /^Save \d+ as drafts/ }).click();
	await page.getByRole('button', { name: 'Undo saving' }).waitFor();
};

const showPublishing = async (page: Page) => {
	await openCourse(page);
	await page.getByRole('button', { name: 'Publish…' }).click();
	await page.getByRole('dialog').getByLabel('Shown to learners').waitFor();
};

const listOf = async (page: Page, path: string) =>
	(await (await page.request.get(path)).json()).data;

const editPaper = async (page: Page) => {
	await openCourse(page);
	const course = new URL(page.url()).pathname;
	const [, set] = await listOf(page, `${course.replace('/admin', '/api')}/examsets`);
	const papers = `${course}/examsets/${set.id}/pastpapers`;
	const all: { id: string; url: string | null }[] = await listOf(
		page,
		papers.replace('/admin', '/api'),
	);
	await page.goto(`${papers}/${all.find(({ url }) => url)?.id}`);
	await page.getByRole('button', { name: /^Save/ }).waitFor();
};

const showVersions = async (page: Page) => {
	await openCourse(page);
	await page.goto(`${new URL(page.url()).pathname}/edit`);
	await page
		.getByRole('button', { name: /^(Actions|More)/ })
		.first()
		.click();
	await page.getByRole('menuitem', { name: 'History' }).click();
	await page.getByLabel('Differences').waitFor();
};

const showTrash = async (page: Page) => {
	await openCourse(page);
	const course = new URL(page.url()).pathname.replace('/admin', '/api');
	const sets = await listOf(page, `${course}/examsets`);
	await page.request.delete(`${course}/examsets/${sets.at(-1).id}`, { headers: CONSOLE });
	await page.goto('/admin/trash');
	await page
		.getByRole('button', { name: /^Restore/ })
		.first()
		.waitFor();
};

const showPayment = async (page: Page) => {
	await page
		.getByRole('button', { name: /^View Details/ })
		.first()
		.click();
	await page.getByText('Say this').waitFor();
};

const showAccount = async (page: Page) => {
	await showPayment(page);
	await page.getByRole('link', { name: 'Account and payments' }).click();
	await page.getByRole('heading', { level: 1 }).waitFor();
};

const searchUnknown = async (page: Page) => {
	const search = page.getByLabel('Search by Receipt, Phone, or Request ID');
	await search.fill(
		'UKR4QW7E2M Confirmed. Ksh1,500.00 sent to UFUNDI for account 560205775 on 27/11/26.',
	);
	await page.getByRole('button', { name: 'Search', exact: true }).click();
	await page.getByText(/^The receipt is of/).waitFor();
};

const showDecision = async (page: Page) => {
	await page.getByRole('button', { name: /^Seen/ }).first().click();
	await page.getByRole('dialog').getByLabel('Reason').waitFor();
};

const showClosing = async (page: Page) => {
	await importStatement(page);
	await page
		.getByRole('button', { name: /^Close/ })
		.first()
		.click();
	await page.getByRole('dialog').waitFor();
};

const steps: Record<string, [path: string, before: Picture['before'], sources: string[]]> = {
	'intake-row': ['/admin/intake', showRow, ['web/src/papers/intake/row-dialog.tsx']],
	'intake-saved': ['/admin/intake', save, ['web/src/papers/intake/saved.tsx']],
	'as-a-learner': [
		'/admin/courses',
		openTab('As a learner', /./),
		['web/src/learners/published/learner-page.tsx'],
	],
	publish: ['/admin/courses', showPublishing, ['web/src/platform/ui/preflight/publish-dialog.tsx']],
	'edit-paper': ['/admin/courses', editPaper, ['web/src/content/past-papers/paper-form.tsx']],
	versions: ['/admin/courses', showVersions, ['web/src/platform/ui/audit/compare-versions.tsx']],
	trash: ['/admin/courses', showTrash, ['web/src/content/trash/trash-{page,row}.tsx']],
	payment: [
		'/admin/transactions',
		showPayment,
		['web/src/finance/transactions/{transaction-details,say-this}.tsx'],
	],
	account: ['/admin/transactions', showAccount, ['web/src/finance/transactions/account-*.tsx']],
	'unknown-receipt': [
		'/admin/transactions',
		searchUnknown,
		['web/src/finance/transactions/search-notes.tsx'],
	],
	'to-check': [
		'/admin/transactions/to-check',
		undefined,
		['web/src/finance/transactions/to-check-*.tsx'],
	],
	decision: [
		'/admin/transactions/to-check',
		showDecision,
		['web/src/finance/ui/decide/decision-dialog.tsx'],
	],
	statement: [
		'/admin/reconciliation',
		chooseStatement,
		['web/src/finance/reconciliation/statement-intake.tsx'],
	],
	closing: ['/admin/reconciliation', showClosing, ['web/src/finance/periods/step-dialog.tsx']],
	months: ['/admin/reconciliation/months', undefined, ['web/src/finance/periods/months-page.tsx']],
};

/** The pictures of the guides for editors and for finance. */
export const guidePictures: readonly Picture[] = Object.entries(steps).map(
	([name, [path, before, sources]]) => ({
		...{ name, path, sources, size: WIDE, scheme: 'light' as const },
		...(before && { before }),
	}),
);
