import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { CONSOLE } from '../tests/e2e/people.ts';
import { guidePictures } from './guide-pictures.ts';
import {
	importStatement,
	NARROW,
	openCourse,
	openTab,
	type Picture,
	uploadPapers,
	WIDE,
} from './picture-steps.ts';

const root = join(import.meta.dirname, '..');

/** Folder of the pictures of the README, from the root of the repository. */
export const PICTURES = 'docs/pictures';
/** File in that folder with the hash of each picture's sources when it was taken. */
export const SOURCES_FILE = `${PICTURES}/sources.json`;

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

/** The pictures of the README and of the guides. */
export const pictures: readonly Picture[] = [
	...guidePictures,
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

/** Lists what is wrong with the pictures: older than their screen, shown nowhere, or of no use. */
export const listOldPictures = () => {
	const taken = JSON.parse(readText(SOURCES_FILE));
	const shown = ['README.md', 'docs/editors.md', 'docs/finance.md'].map(readText).join('');
	const names = new Set(pictures.map(({ name }) => name));
	const files = readdirSync(join(root, PICTURES)).filter((file) => file.endsWith('.png'));
	return [
		...pictures.flatMap((picture) => [
			...(taken[picture.name] === hashSources(picture) ? [] : [`${picture.name} is too old`]),
			...(shown.includes(`pictures/${picture.name}.png)`) ? [] : [`${picture.name} is not shown`]),
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
