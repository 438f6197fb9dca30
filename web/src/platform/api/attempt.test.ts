import { beforeEach, describe, expect, it } from 'vitest';
import { courses } from '#shared/contract/content/courses.ts';
import { withServer } from '../../../../tests/web/console.tsx';
import { createAttempt, createOnce } from './attempt.ts';

const wire = withServer();
const body = (name: string) => ({ name, order_num: 1, category_id: 'cat_artisan' });
const names = async () =>
	(await wire.site.call('GET', '/courses')).body.data.map(({ name }: { name: string }) => name);

/** Loses the first `count` calls in the given way. */
const losing = (fate: 'lose-request' | 'lose-answer', count = 1) => {
	let left = count;
	wire.line((method) => (method === 'POST' && left-- > 0 ? fate : undefined));
};

beforeEach(async () => {
	for (const { id } of (await wire.site.call('GET', '/courses')).body.data) {
		await wire.site.call('DELETE', `/courses/${id}`);
	}
});

describe('createOnce', () => {
	it('creates one item when the first response was lost', async () => {
		losing('lose-answer');
		const attempt = createAttempt();
		await expect(createOnce(courses, {}, body('A'), attempt)).rejects.toThrow();
		const item = await createOnce(courses, {}, body('A'), attempt);
		expect(item.name).toBe('A');
		expect(await names()).toEqual(['A']);
	});

	it('creates one item with the changes made after a lost response', async () => {
		losing('lose-answer');
		const attempt = createAttempt();
		await expect(createOnce(courses, {}, body('A'), attempt)).rejects.toThrow();
		await createOnce(courses, {}, body('B'), attempt);
		expect(await names()).toEqual(['B']);
	});

	it('creates one item with the changes made after a lost request', async () => {
		losing('lose-request');
		const attempt = createAttempt();
		await expect(createOnce(courses, {}, body('A'), attempt)).rejects.toThrow();
		await createOnce(courses, {}, body('B'), attempt);
		expect(await names()).toEqual(['B']);
	});

	it('creates one item however often the connection fails and the form changes', async () => {
		losing('lose-answer', 3);
		const attempt = createAttempt();
		for (const name of ['A', 'B', 'C']) {
			await expect(createOnce(courses, {}, body(name), attempt)).rejects.toThrow();
		}
		await createOnce(courses, {}, body('D'), attempt);
		expect(await names()).toEqual(['D']);
	});

	it('creates the corrected item after a refusal', async () => {
		const attempt = createAttempt();
		await expect(createOnce(courses, {}, body(''), attempt)).rejects.toMatchObject({ status: 422 });
		await createOnce(courses, {}, body('A'), attempt);
		expect(await names()).toEqual(['A']);
	});
});
