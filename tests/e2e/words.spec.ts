import type { Locator, Page } from '@playwright/test';
import { addresses, type Content, makeContent } from './content.ts';
import { hasRoom } from './rows.ts';
import { expect, test } from './server.ts';
import { visit } from './visit.ts';

type Screen = keyof ReturnType<typeof addresses>;

/**
 * The words of the specification, screen by screen (its sections 2 and 4, and what the product adds);
 * each must stand on the screen to the letter, as a heading, a label, a button, a link or text.
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
	course: ['Course Name', 'Edit'],
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

/** The text and nothing else, but for the star of a required field. */
const wholly = (text: string) =>
	new RegExp(`^${text.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')}( \\*)?$`);

test('every word of the specification stands on its screen', async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Words');
	const all = addresses(content);
	for (const [screen, expected] of Object.entries(words))
		await test.step(screen, async () => {
			await visit(page, all[screen as Screen]);
			// A form of its own over the list, which has the same words behind its row menus.
			if (screen === 'newSubject') await expect(page.getByRole('dialog')).toBeVisible();
			for (const text of expected) {
				if (!hasRoom(page) && headings[screen as Screen]?.includes(String(text))) continue;
				const pattern = typeof text === 'string' ? wholly(text) : text;
				await expectSaid(page, page.getByText(pattern).or(page.getByLabel(pattern)));
			}
		});
});

/** What the columns of a table are called, which a phone has none of. */
const headings: Partial<Record<Screen, readonly string[]>> = {
	examSets: ['Order', 'Status', 'Year', 'ID'],
};

/** That something stands on the screen; on a phone also behind the ⋯ of a row. */
const expectSaid = async (page: Page, text: Locator) => {
	const said = text.filter({ visible: true }).first();
	const menus = page.getByRole('button', { name: /^Actions for / });
	if (!hasRoom(page)) {
		await expect(said.or(menus.first()).first()).toBeVisible();
		for (const menu of await menus.all()) {
			if (await said.isVisible()) return;
			await menu.click();
			await expect(page.getByRole('menuitem').first()).toBeVisible();
			if (await said.isVisible()) return page.keyboard.press('Escape');
			await page.keyboard.press('Escape');
			await expect(page.getByRole('menuitem')).toHaveCount(0);
		}
	}
	await expect.soft(said).toBeVisible();
};

/** Which words stand in the table and on the cards of the two lists that have both. */
const shapes: Record<
	string,
	{ screen: Screen; table: string[]; cards: string[]; headers: string[] }
> = {
	topics: {
		screen: 'topics',
		table: ['Subject Topics', 'Add New Topic', 'Back to Subjects', 'Edit URL', 'Add URL'],
		headers: ['Name', 'Order', 'Resource', 'Free Topic', 'Published', 'Actions'],
		cards: ['Add Topic', 'Free', 'Draft', 'Has Content', 'Edit'],
	},
	papers: {
		screen: 'papers',
		table: ['Add Past Paper'],
		headers: ['Name', 'Order', 'Published', 'URL', 'Free', 'Created', 'Updated', 'Actions'],
		cards: ['Add Past Paper', 'Free', 'Draft', 'Edit', 'Download'],
	},
};

for (const [name, { screen, table, headers, cards }] of Object.entries(shapes))
	test(`${name} say the specification's words as a table and as cards`, async ({
		page,
		request,
	}, info) => {
		const content: Content = await makeContent(request, `Diploma in ${name}`);
		const address = addresses(content)[screen];
		await visit(page, `${address}?view=table`);
		for (const text of table) await expectSaid(page, page.getByText(text, { exact: true }));
		if (info.project.name === 'light-wide')
			await expect(page.getByRole('columnheader')).toHaveText(headers);
		await visit(page, `${address}?view=cards`);
		for (const text of cards) await expectSaid(page, page.getByText(text, { exact: true }));
	});

const empties: readonly [path: string, words: string[]][] = [
	[
		'subjects/list',
		['No subjects available', 'Get started by adding your first subject', 'Add First Subject'],
	],
	['examsets/list', ['No Exam Sets Yet', 'Add First Exam Set']],
];

test('empty lists say so in the specification’s words', { tag: '@once' }, async ({
	page,
	request,
	fresh,
}) => {
	const { url } = await fresh();
	await page.goto(`${url}/admin/courses`);
	await expect(page.getByText('No courses found', { exact: true })).toBeVisible();
	const post = async (path: string, data: object) =>
		(await (await request.post(`${url}/api${path}`, { data })).json()).data.id as string;
	const courseId = await post('/courses', { name: 'A', order_num: 1, category_id: 'cat_artisan' });
	for (const [path, expected] of empties) {
		await page.goto(`${url}/admin/courses/${courseId}/${path}`);
		for (const text of expected) await expect(page.getByText(text, { exact: true })).toBeVisible();
	}
	const subjectId = await post(`/courses/${courseId}/subjects`, { name: 'S' });
	const examSetId = await post(`/courses/${courseId}/examsets`, { name: 'E' });
	const topics = `${url}/admin/courses/${courseId}/subjects/${subjectId}/topics`;
	await page.goto(`${topics}?view=cards`);
	await expect(page.getByText('No Topics Yet', { exact: true })).toBeVisible();
	await page.goto(`${topics}?view=table`);
	await expect(page.getByText('No topics available', { exact: true })).toBeVisible();
	await page.goto(`${url}/admin/courses/${courseId}/examsets/${examSetId}/pastpapers`);
	await expect(
		page.getByText('No past papers found. Click "Add Past Paper" to create one.', { exact: true }),
	).toBeVisible();
});

const missing: readonly [path: string, words: string][] = [
	['/admin/courses/undefined', 'Course ID is required.'],
	['/admin/courses/%20/edit', 'Course ID is required.'],
	['/admin/courses/null/subjects/list', 'Course ID is required.'],
	['/admin/courses/a/subjects/undefined', 'Course ID and Subject ID are required.'],
	['/admin/courses/a/subjects/null/topics', 'Course ID and Subject ID are required.'],
	['/admin/courses/undefined/examsets/b', 'Missing course or exam set ID.'],
	['/admin/courses/a/examsets/undefined/pastpapers', 'Missing course or exam set ID.'],
];

for (const [path, text] of missing)
	test(`${path} says '${text}'`, { tag: '@once' }, async ({ page }) => {
		await page.goto(path);
		await expect(page.getByText(text, { exact: true })).toBeVisible();
		await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
	});
