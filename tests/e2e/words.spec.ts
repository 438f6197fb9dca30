import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { visit } from './screens.ts';
import { expect, test } from './server.ts';

type Screen = keyof ReturnType<typeof addresses>;

/**
 * Texts of the specification by screen (sections 2 and 4, and additions of the product). Each must be on its screen
 * exactly, as a heading, label, button, link or text.
 */
const words: Partial<Record<Screen, readonly (string | RegExp)[]>> = {
	courses: [
		'Courses Management',
		'Create New Course',
		'Refresh List',
		'Duration: 36 months',
		'Subjects',
		'ExamSets',
		'Edit Course',
	],
	newCourse: [
		'Course Name',
		'Price (KES)',
		'Order',
		'Category',
		'Save Course',
		'Dashboard',
		'Courses',
	],
	course: ['Course Name', 'Dashboard', 'Courses', 'Edit'],
	editCourse: ['Save Course', 'Delete Course', 'Course Name', 'Price (KES)', 'Order', 'Category'],
	courseByName: ['Create Exam Set', 'Courses', 'July 2026 Series'],
	subjects: [
		/^Subjects for /,
		'Subjects',
		'Add Subject',
		'Order: 1',
		'Free',
		'Draft',
		'2 topics',
		'1 paper',
	],
	newSubject: [
		'Add Subject',
		'Subject Name',
		'Order',
		'Published',
		'Free Subject',
		'Cancel',
		'Create Subject',
	],
	subject: [
		'Course Name',
		'Subject Name',
		'View Topics',
		'View Exam Sets',
		'Dashboard',
		'Back to Subjects',
		'Courses',
	],
	subjectExamSets: ['July 2026 Series', 'November 2025 Series', 'Paper 1 Theory'],
	newTopic: [
		'Topic Name',
		'Display Order',
		'Lower numbers appear first in lists.',
		'Content File',
		'Status',
		'Access',
		'Draft',
		'Published',
		'Premium',
		'Free',
		'Dashboard',
		'Topics',
		'Subject',
		'Course',
	],
	topic: ['Current content URL', 'https://example.org/ohm.pdf', 'Delete Topic', 'Topic Name'],
	examSets: [
		'Manage exam sets for this course',
		'Refresh',
		'Add Exam Set',
		'Order',
		'Status',
		'Year',
		'ID',
		'Past Papers',
	],
	newExamSet: [
		'Name',
		'Year',
		'Order',
		'Status',
		'Draft',
		'Published',
		'Exam Sets',
		'Subjects',
		'Course',
	],
	examSet: [
		'Delete Exam Set',
		'Name',
		'Year',
		'Order',
		'Status',
		'Exam Sets',
		'Subjects',
		'Course',
	],
	papers: [
		/ - July 2026 Series Past Papers$/,
		'Manage past papers for this exam set',
		'Add Past Paper',
	],
	newPaper: ['Name', 'Paper File', 'Status', 'Access', 'Premium', 'Free', 'Draft', 'Published'],
	paper: ['Delete Past Paper', 'Paper File', 'Status', 'Access'],
	nowhere: ['Page not found', 'Return to Dashboard'],
};

/** Matches the exact text, with an optional star of a required field. */
const matchExactly = (text: string) =>
	new RegExp(`^${text.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')}( \\*)?$`);

test('shows all texts of the specification on their screens', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const all = addresses(await makeContent(request, 'Diploma in Words'));
	for (const [screen, expected] of Object.entries(words))
		await test.step(screen, async () => {
			await visit(page, all[screen as Screen]);
			// Look in the dialog only: row menus of the list have the same texts.
			if (screen === 'newSubject') await expect(page.getByRole('dialog')).toBeVisible();
			for (const text of expected) await expectText(page, text);
		});
});

/** Asserts that a text or label is visible; a string matches the whole text. */
const expectText = async (page: Page, text: string | RegExp) => {
	const pattern = typeof text === 'string' ? matchExactly(text) : text;
	const matches = page.getByText(pattern).or(page.getByLabel(pattern));
	await expect.soft(matches.filter({ visible: true }).first()).toBeVisible();
};

/** Texts of the table and of the cards of the two lists with both views. */
const shapes: { screen: Screen; table: string[]; cards: string[]; headers: string[] }[] = [
	{
		screen: 'topics',
		table: ['Subject Topics', 'Add New Topic', 'Back to Subjects', 'Edit URL', 'Add URL'],
		headers: ['Name', 'Order', 'Resource', 'Free Topic', 'Published', 'Actions'],
		cards: ['Add Topic', 'Free', 'Draft', 'Has Content', 'Edit'],
	},
	{
		screen: 'papers',
		table: ['Add Past Paper'],
		headers: ['Name', 'Order', 'Published', 'URL', 'Free', 'Created', 'Updated', 'Actions'],
		cards: ['Add Past Paper', 'Free', 'Draft', 'Edit', 'Download'],
	},
];

test('shows the texts of the specification for topics and papers as table and as cards', {
	tag: '@once',
}, async ({ page, request }) => {
	const all = addresses(await makeContent(request, 'Diploma in Shapes'));
	for (const { screen, table, headers, cards } of shapes) {
		await visit(page, `${all[screen]}?view=table`);
		for (const text of table) await expectText(page, text);
		await expect(page.getByRole('columnheader')).toHaveText(headers);
		// Between a phone and a desk, columns are below others.
		await page.setViewportSize({ width: 900, height: 700 });
		const head = page.locator('thead');
		for (const header of headers) await expect(head).toContainText(header);
		await page.setViewportSize({ width: 1440, height: 900 });
		await visit(page, `${all[screen]}?view=cards`);
		for (const text of cards) await expectText(page, text);
	}
});

const emptyLists: readonly [path: string, words: string[]][] = [
	[
		'subjects/list',
		['No subjects available', 'Get started by adding your first subject', 'Add First Subject'],
	],
	['examsets/list', ['No Exam Sets Yet', 'Add First Exam Set']],
];

test('shows the empty-list texts of the specification', { tag: '@once' }, async ({
	page,
	request,
	fresh,
}) => {
	const { url } = await fresh();
	await page.goto(`${url}/admin`);
	const start = page.getByRole('region', { name: 'Get started' });
	await expect(start.getByRole('img', { name: 'To do' })).toHaveCount(4);
	await expect(start).toContainText('Not set: MPESA_HOOK_TOKEN, MPESA_BASE_URL');
	await expectAccessible(page);
	await start.getByRole('button', { name: 'Close Get started' }).click();
	await expect(start).toHaveCount(0);
	await visit(page, '/admin/courses');
	await expect(page.getByText('No courses found', { exact: true })).toBeVisible();
	for (const list of ['subjects', 'topics', 'examsets', 'pastpapers']) {
		await visit(page, `/admin/${list}`);
		await expect(page.getByText(/^No .* yet$/)).toBeVisible();
		await expect(page.getByRole('link', { name: 'Go to courses' })).toBeVisible();
		await expectAccessible(page);
	}
	const post = async (path: string, data: object) =>
		(await (await request.post(`${url}/api${path}`, { data })).json()).data.id as string;
	const courseId = await post('/courses', { name: 'A', order_num: 1, category_id: 'cat_artisan' });
	for (const [path, expected] of emptyLists) {
		await visit(page, `/admin/courses/${courseId}/${path}`);
		for (const text of expected) await expect(page.getByText(text, { exact: true })).toBeVisible();
	}
	const subjectId = await post(`/courses/${courseId}/subjects`, { name: 'S' });
	const examSetId = await post(`/courses/${courseId}/examsets`, { name: 'E' });
	const topics = `/admin/courses/${courseId}/subjects/${subjectId}/topics`;
	await visit(page, `${topics}?view=cards`);
	await expect(page.getByText('No Topics Yet', { exact: true })).toBeVisible();
	await visit(page, `${topics}?view=table`);
	await expect(page.getByText('No topics available', { exact: true })).toBeVisible();
	await visit(page, `/admin/courses/${courseId}/examsets/${examSetId}/pastpapers`);
	await expect(
		page.getByText('No past papers found. Click "Add Past Paper" to create one.', { exact: true }),
	).toBeVisible();
});

const missing: readonly [path: string, words: string][] = [
	['/admin/courses/undefined', 'Course ID is required.'],
	['/admin/courses/a/subjects/null/topics', 'Course ID and Subject ID are required.'],
	['/admin/courses/a/examsets/undefined/pastpapers', 'Missing course or exam set ID.'],
];

test('names the missing id of a URL', { tag: '@once' }, async ({ page }) => {
	for (const [path, text] of missing) {
		await page.goto(path);
		await expect(page.getByText(text, { exact: true })).toBeVisible();
		await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
	}
});
