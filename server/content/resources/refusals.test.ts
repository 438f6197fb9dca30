import { beforeAll, describe, expect, it } from 'vitest';
import type { ResourceKey } from '#shared/contract/content/resources.ts';
import { onSomeEngines } from '../../testing/app.ts';
import {
	buildItemAddress,
	buildListPath,
	createContent,
	type Family,
	kinds,
	refused,
	samples,
} from '../../testing/content.ts';

const LINK = 'https://example.org/notes.pdf';
const INVALID_URL = 'Please enter a valid URL';

/** Bodies that are refused, with the message of each field. */
const refusals: Record<ResourceKey, [Record<string, unknown>, Record<string, string>][]> = {
	courses: [
		[
			{ category_id: 'cat_degree' },
			{ category_id: 'Category must be one of cat_diploma, cat_certificate, cat_artisan' },
		],
		[
			{ category_id: 'Diploma' },
			{ category_id: 'Category must be one of cat_diploma, cat_certificate, cat_artisan' },
		],
		[
			{ category_id: ['cat_diploma'] },
			{ category_id: 'Category must be one of cat_diploma, cat_certificate, cat_artisan' },
		],
		[{ order_num: 0 }, { order_num: 'Order must be at least 1' }],
		[{ order_num: 1.5 }, { order_num: 'Order must be a whole number' }],
		[{ order_num: '1' }, { order_num: 'Order must be a whole number' }],
		[{ price: -1 }, { price: 'Price must be at least 0' }],
		[{ price: 10_000_001 }, { price: 'Price must be at most 10,000,000' }],
		[{ price: '1000' }, { price: 'Price must be a whole number' }],
		[{ price: 99.5 }, { price: 'Price must be a whole number' }],
		[{ duration: 0 }, { duration: 'Duration must be at least 1' }],
		[{ duration: 121 }, { duration: 'Duration must be at most 120' }],
		[{ duration: true }, { duration: 'Duration must be a whole number' }],
		[{ description: 7 }, { description: 'Description must be text' }],
		[
			{ description: 'x'.repeat(5_001) },
			{ description: 'Description must be at most 5,000 characters' },
		],
		[{ name: 7 }, { name: 'Course name must be text' }],
		[{ name: 'x'.repeat(201) }, { name: 'Course name must be at most 200 characters' }],
	],
	subjects: [
		[{}, { name: 'Subject name is required' }],
		[{ name: null }, { name: 'Subject name is required' }],
		[{ name: ' \n ' }, { name: 'Subject name is required' }],
		[{ name: '\u200b' }, { name: 'Subject name is required' }],
		[
			{ name: 'W', visible_from: '2027-02-29T08:00:00+03:00' },
			{ visible_from: 'Shown from must be a moment such as 2026-12-03T08:00:00+03:00' },
		],
		[
			{ name: 'W', visible_from: '0000-01-01T00:00:00Z' },
			{ visible_from: 'Shown from must be a moment such as 2026-12-03T08:00:00+03:00' },
		],
		[{ name: ['a'] }, { name: 'Subject name must be text' }],
		[{ name: 'W', order_num: null }, { order_num: 'Order is required' }],
		[{ name: 'W', order_num: '' }, { order_num: 'Order is required' }],
		[{ name: 'W', order_num: 0 }, { order_num: 'Order must be at least 1' }],
		[{ name: 'W', order_num: -1 }, { order_num: 'Order must be at least 1' }],
		[{ name: 'W', order_num: '2' }, { order_num: 'Order must be a whole number' }],
		[{ name: 'W', published: null }, { published: 'Published must be true or false' }],
		[{ name: 'W', published: 1 }, { published: 'Published must be true or false' }],
		[{ name: 'W', freeSubject: 'true' }, { freeSubject: 'Free Subject must be true or false' }],
		[
			{ name: '', order_num: 0, published: 'x' },
			{
				name: 'Subject name is required',
				order_num: 'Order must be at least 1',
				published: 'Published must be true or false',
			},
		],
	],
	topics: [
		[{}, { name: 'Topic name is required' }],
		[{ name: null }, { name: 'Topic name is required' }],
		[{ name: '  ' }, { name: 'Topic name is required' }],
		[{ name: 'T', order_num: null }, { order_num: 'Order is required' }],
		[{ name: 'T', order_num: 0 }, { order_num: 'Order must be at least 1' }],
		[{ name: 'T', order_num: 2.5 }, { order_num: 'Order must be a whole number' }],
		[{ name: 'T', order_num: 1_000_001 }, { order_num: 'Order must be at most 1,000,000' }],
		[{ name: 'T', isPublished: 'yes' }, { isPublished: 'Published must be true or false' }],
		[{ name: 'T', isPublished: null }, { isPublished: 'Published must be true or false' }],
		[{ name: 'T', freeTopic: 0 }, { freeTopic: 'Free Topic must be true or false' }],
		[{ name: 'T', topicUrl: 'notes' }, { topicUrl: INVALID_URL }],
		[{ name: 'T', topicUrl: '' }, { topicUrl: INVALID_URL }],
		[{ name: 'T', topicUrl: 7 }, { topicUrl: INVALID_URL }],
		[{ name: 'T', topicUrl: [LINK] }, { topicUrl: INVALID_URL }],
	],
	examSets: [
		[{}, { name: 'Name is required' }],
		[{ name: null }, { name: 'Name is required' }],
		[{ name: '\u2003' }, { name: 'Name is required' }],
		[{ name: false }, { name: 'Name must be text' }],
		[{ name: 'J', year: null }, { year: 'Year is required' }],
		[{ name: 'J', year: '' }, { year: 'Year is required' }],
		[{ name: 'J', year: 1999 }, { year: 'Year must be 2000 or later' }],
		[{ name: 'J', year: -2024 }, { year: 'Year must be 2000 or later' }],
		[{ name: 'J', year: 2051 }, { year: 'Year must be 2050 or earlier' }],
		[{ name: 'J', year: 2024.5 }, { year: 'Year must be a whole number' }],
		[{ name: 'J', year: '2024' }, { year: 'Year must be a whole number' }],
		[{ name: 'J', order_num: null }, { order_num: 'Order is required' }],
		[{ name: 'J', order_num: '' }, { order_num: 'Order is required' }],
		[{ name: 'J', order_num: 0 }, { order_num: 'Order must be at least 1' }],
		[{ name: 'J', is_published: 'on' }, { is_published: 'Published must be true or false' }],
		[
			{ name: '', year: null, order_num: null },
			{ name: 'Name is required', year: 'Year is required', order_num: 'Order is required' },
		],
	],
	pastPapers: [
		[{}, { name: 'Name is required' }],
		[{ name: null }, { name: 'Name is required' }],
		[{ name: '  ' }, { name: 'Name is required' }],
		[{ name: 'P', order_num: null }, { order_num: 'Order number is required' }],
		[{ name: 'P', order_num: '' }, { order_num: 'Order number is required' }],
		[{ name: 'P', order_num: '1' }, { order_num: 'Order must be a whole number' }],
		[{ name: 'P', published: null }, { published: 'Published must be true or false' }],
		[{ name: 'P', free: 'no' }, { free: 'Free must be true or false' }],
		[{ name: 'P', url: 'paper.pdf' }, { url: INVALID_URL }],
		[{ name: 'P', url: '' }, { url: INVALID_URL }],
		[{ codes: '2521/303' }, { codes: 'Codes must be a list of texts' }],
		[{ codes: ['2521/303', 7] }, { codes: 'Codes must be a list of texts' }],
		[{ codes: ['x'.repeat(41)] }, { codes: 'Codes must be at most 40 characters each' }],
		[{ codes: ['a\nb'] }, { codes: 'Codes contain a character that is not allowed' }],
		[
			{ codes: Array.from({ length: 21 }, (_, n) => `2521/${n}`) },
			{ codes: 'Codes must be at most 20' },
		],
		[{ kind: 'notes' }, { kind: 'Kind must be paper, marking_scheme or other' }],
		[{ kind: null }, { kind: 'Kind must be paper, marking_scheme or other' }],
		[{ source: 'x'.repeat(501) }, { source: 'Source must be at most 500 characters' }],
	],
};

onSomeEngines('content', (site) => {
	let family: Family;
	beforeAll(async () => {
		family = await createContent(site()).family();
	});

	describe.each(kinds)('$name refuse', ({ resource }) => {
		it.each(refusals[resource.key])('%j', async (body, fields) => {
			const needed = Object.keys(body).length > 0 ? samples[resource.key] : {};
			const list = buildListPath(resource, family);
			expect(await site().call('POST', list, { ...needed, ...body })).toMatchObject(
				refused(fields),
			);
			// A change may leave out fields that a new item needs.
			if (Object.keys(body).length > 0)
				expect(await site().call('PUT', buildItemAddress(resource, family), body)).toMatchObject(
					refused(fields),
				);
		});
	});
});
