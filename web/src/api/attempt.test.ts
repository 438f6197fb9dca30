import { beforeEach, describe, expect, it } from 'vitest';
import { courses } from '#shared/contract/courses.ts';
import { withServer } from '../../../tests/web/console.tsx';
import { createOnce, newAttempt } from './attempt.ts';

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

describe('creating once', () => {
	it('makes one when the answer to the first try was lost', async () => {
		losing('lose-answer');
		const attempt = newAttempt();
		await expect(createOnce(courses, {}, body('A'), attempt)).rejects.toThrow();
		const item = await createOnce(courses, {}, body('A'), attempt);
		expect(item.name).toBe('A');
		expect(await names()).toEqual(['A']);
	});

	it('makes one, as changed, when the form was changed after a lost answer', async () => {
		losing('lose-answer');
		const attempt = newAttempt();
		await expect(createOnce(courses, {}, body('A'), attempt)).rejects.toThrow();
		await createOnce(courses, {}, body('B'), attempt);
		expect(await names()).toEqual(['B']);
	});

	it('makes one, as changed, when the first try never arrived', async () => {
		losing('lose-request');
		const attempt = newAttempt();
		await expect(createOnce(courses, {}, body('A'), attempt)).rejects.toThrow();
		await createOnce(courses, {}, body('B'), attempt);
		expect(await names()).toEqual(['B']);
	});

	it('makes one however often the line fails and the form changes', async () => {
		losing('lose-answer', 3);
		const attempt = newAttempt();
		for (const name of ['A', 'B', 'C']) {
			await expect(createOnce(courses, {}, body(name), attempt)).rejects.toThrow();
		}
		await createOnce(courses, {}, body('D'), attempt);
		expect(await names()).toEqual(['D']);
	});

	it('lets a refused try be corrected', async () => {
		const attempt = newAttempt();
		await expect(createOnce(courses, {}, body(''), attempt)).rejects.toMatchObject({ status: 422 });
		await createOnce(courses, {}, body('A'), attempt);
		expect(await names()).toEqual(['A']);
	});
});
