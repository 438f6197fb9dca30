import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();
const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
	(await wire.site.call(method, path, body)).body.data;
const newCourse = () =>
	call('POST', '/courses', { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' });

const typeInto = async (label: RegExp, text: string) => {
	const { user } = await openConsole('/admin/courses/new');
	const field = await screen.findByLabelText<HTMLInputElement>(label);
	await user.clear(field);
	await user.type(field, text);
	return { user, field };
};

describe('a field for a whole number', () => {
	it.each(['1.5', 'two', '1e3', '3rd', '1,5'])(
		'keeps %s as it was typed and says that it is none',
		async (text) => {
			const { user, field } = await typeInto(/Order/, text);
			await user.click(screen.getByRole('button', { name: 'Save Course' }));
			expect(await screen.findByText('Order must be a whole number')).toBeTruthy();
			expect(field.value).toBe(text);
			expect(wire.calls.filter((made) => made.startsWith('POST'))).toEqual([]);
		},
	);

	it.each([
		['12500', '12,500'],
		['12,500', '12,500'],
		['1 250 000', '1,250,000'],
		['2,500.00', '2,500'],
		['0900', '900'],
		['', ''],
	])('reads %j and shows it as %j once it is left', async (text, shown) => {
		const { user, field } = await typeInto(/Price/, text || '5{Backspace}');
		expect(field.value).toBe(text);
		await user.tab();
		expect(field.value).toBe(shown);
	});

	it('is stored as the number that it shows', async () => {
		const { user } = await typeInto(/Price/, '12,500');
		await user.type(screen.getByLabelText(/Course Name/), 'Masonry');
		await user.selectOptions(screen.getByRole('combobox', { name: /Category/ }), 'Diploma');
		await user.type(screen.getByLabelText(/Course Name/), '{Enter}');
		await screen.findByRole('link', { name: 'Masonry' });
		const stored = await call('GET', '/courses');
		expect(stored).toContainEqual(expect.objectContaining({ name: 'Masonry', price: 12_500 }));
	});
});

describe('the order in the dialogs of topics', () => {
	it.each(['', 'last'])('falls back to 1 where it is %j', async (text) => {
		const { id: courseId } = await newCourse();
		const { id: subjectId } = await call('POST', `/courses/${courseId}/subjects`, {
			name: 'Pipes',
		});
		const list = `/courses/${courseId}/subjects/${subjectId}/topics`;
		await call('POST', list, { name: 'First', order_num: 7 });
		const { user } = await openConsole(`/admin${list}?view=table`);
		await screen.findByText('First');
		await user.click(screen.getByRole('button', { name: 'Add New Topic' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Add New Topic' }));
		const order = dialog.getByLabelText<HTMLInputElement>(/Order/);
		expect(order.value).toBe('8');
		await user.clear(order);
		if (text) await user.type(order, text);
		await user.type(dialog.getByLabelText(/Topic Name/), 'Second{Enter}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		const stored = await call('GET', list);
		expect(stored).toContainEqual(expect.objectContaining({ name: 'Second', order_num: 1 }));
	});
});
