import type { APIRequestContext, Page } from '@playwright/test';
import { pdf } from '../../server/files/fixtures/documents.ts';
import { create } from './content.ts';

const LINK = 'https://example.org/paper.pdf';

/** Creates a course with two subjects, three series (two of 2024, one of 2023) and one paper. */
export const makeCourse = async (api: APIRequestContext, name: string) => {
	const { id } = await create(api, '/courses', { name, order_num: 1, category_id: 'cat_artisan' });
	const at = `/courses/${id}`;
	const gas = await create(api, `${at}/subjects`, { name: 'Gas', order_num: 1 });
	await create(api, `${at}/subjects`, { name: '=Arc', order_num: 2 });
	const set = (year: number, series: string) =>
		create(api, `${at}/examsets`, { name: `${year} ${series}`, year, series });
	const july = await set(2024, 'july');
	await set(2024, 'november');
	await set(2023, 'july');
	const paper = { name: 'Paper 1: Gas', codes: ['1821/101'], subject_id: gas.id, url: LINK };
	await create(api, `${at}/examsets/${july.id}/pastpapers`, { ...paper, published: true });
	return { id, screen: `/admin${at}/coverage`, july };
};

/** Returns the cell of a subject and a series. */
export const cell = (page: Page, subject: string, series: string) =>
	page.getByRole('grid').locator(`[aria-label$=": ${subject}, ${series}"]`);

/** Returns a PDF with unique content. */
export const aFile = async () => ({
	name: 'gas.pdf',
	mimeType: 'application/pdf',
	buffer: Buffer.from(await pdf(`Gas ${Math.random()}`)),
});
