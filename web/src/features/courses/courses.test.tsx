import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();
const course = { name: 'Plumbing', order_num: 4, category_id: 'cat_artisan' };
const create = async (more: object = {}) =>
	(await wire.site.call('POST', '/courses', { ...course, ...more })).body.data;
const stored = async () => (await wire.site.call('GET', '/courses')).body.data;
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(async () => {
	for (const { id } of await stored()) await wire.site.call('DELETE', `/courses/${id}`);
});

describe('the courses', () => {
	it('are listed with what there is to know of each', async () => {
		await create({ duration: 1, price: 12_500 });
		await openConsole('/admin/courses');
		const card = within(await screen.findByRole('list', { name: 'Courses: Artisan' }));
		expect(card.getByRole('link', { name: 'Plumbing' })).toBeTruthy();
		for (const text of ['Duration: 1 months', 'KES 12,500', 'Empty']) {
			expect(card.getByText(text)).toBeTruthy();
		}
	});

	it('stand together by category, whatever their order', async () => {
		await create({ name: 'Masonry', order_num: 1 });
		await create({ name: 'Building', order_num: 2, category_id: 'cat_diploma' });
		await create({ name: 'Welding', order_num: 3 });
		await openConsole('/admin/courses');
		await screen.findByRole('link', { name: 'Masonry' });
		const names = screen.getAllByRole('heading', { level: 2 }).map((it) => it.textContent);
		expect(names).toEqual(['Diploma', 'Building', 'Artisan', 'Masonry', 'Welding']);
	});

	it('say how much they hold and how much of it is published, and lead to it', async () => {
		const { id } = await create();
		const subjects = `/courses/${id}/subjects`;
		await wire.site.call('POST', subjects, { name: 'Pipes' });
		await wire.site.call('POST', subjects, { name: 'Drains', published: false });
		await openConsole('/admin/courses');
		const words = '2 subjects · 1 draft';
		const link = (await screen.findByText(words)).closest('a');
		expect(link?.getAttribute('href')).toBe(`/admin/courses/${id}`);
		expect(screen.getByRole('img', { name: '50% published' })).toBeTruthy();
	});

	it('have no line for a duration that is not known', async () => {
		await create();
		await openConsole('/admin/courses');
		await screen.findByRole('link', { name: 'Plumbing' });
		expect(screen.queryByText(/^Duration/)).toBeNull();
	});

	it('say so when there are none, and offer the first', async () => {
		await openConsole('/admin/courses');
		expect(await screen.findByText('No courses found')).toBeTruthy();
		expect(screen.getAllByRole('link', { name: 'Create New Course' })).toHaveLength(2);
	});

	it.each(['edit', 'subjects', 'examsets'])(
		'called “%s” still lead to themselves',
		async (name) => {
			const { id } = await create({ name });
			await openConsole('/admin/courses');
			const link = await screen.findByRole('link', { name });
			expect(link.getAttribute('href')).toBe(`/admin/courses/${id}/${name}%20`);
		},
	);
});

describe('a new course', () => {
	it('starts last in order and of no category, and says what is missing', async () => {
		await create();
		const { user } = await openConsole('/admin/courses/new');
		expect(await screen.findByDisplayValue('5')).toBeTruthy();
		await user.click(await button('Save Course'));
		expect(await screen.findByText('Course name is required')).toBeTruthy();
		expect(screen.getByText('Category is required')).toBeTruthy();
		await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Course Name/)));
		expect(wire.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
	});

	it('asks for its order alone, not for all the others', async () => {
		await create({ order_num: 41 });
		await openConsole('/admin/courses/new');
		expect(await screen.findByDisplayValue('42')).toBeTruthy();
		expect(wire.calls).toContain('GET /courses/next-order');
		expect(wire.calls).not.toContain('GET /courses');
	});

	it('starts last without a connection too, where the others were looked at', async () => {
		await create({ order_num: 41 });
		const { user } = await openConsole('/admin/courses');
		const [link] = await screen.findAllByRole('link', { name: 'Create New Course' });
		wire.line(() => 'lose-request');
		await user.click(link as HTMLElement);
		expect(await screen.findByDisplayValue('42')).toBeTruthy();
		expect(screen.queryByRole('alert')).toBeNull();
	});

	it('is saved by Enter, and the list shows it', async () => {
		const { user, address } = await openConsole('/admin/courses/new');
		await user.selectOptions(await screen.findByRole('combobox', { name: /Category/ }), 'Diploma');
		await user.type(screen.getByLabelText(/Course Name/), 'Masonry{Enter}');
		expect(await screen.findByRole('link', { name: 'Masonry' })).toBeTruthy();
		expect(address()).toBe('/admin/courses');
		expect(await stored()).toMatchObject([{ name: 'Masonry', order_num: 1, price: null }]);
	});
});

describe('a course that is edited', () => {
	it('can lose what is optional', async () => {
		const { id } = await create({ price: 900 });
		const { user } = await openConsole(`/admin/courses/${id}/edit`);
		await user.clear(await screen.findByLabelText(/Price/));
		await user.click(await button('Save Course'));
		await screen.findByRole('link', { name: 'Plumbing' });
		expect(await stored()).toMatchObject([{ name: 'Plumbing', price: null }]);
	});

	it('keeps what was typed when the line is lost, and saves it on the next try', async () => {
		const { id } = await create();
		const { user } = await openConsole(`/admin/courses/${id}/edit`);
		await user.type(await screen.findByLabelText(/Course Name/), ' II');
		wire.line((method) => (method === 'PUT' ? 'lose-request' : undefined));
		await user.click(await button('Save Course'));
		expect(await screen.findByRole('alert')).toHaveProperty(
			'textContent',
			expect.stringContaining('Failed to save course'),
		);
		expect(screen.getByDisplayValue('Plumbing II')).toBeTruthy();
		wire.line(() => undefined);
		await user.click(await button('Save Course'));
		expect(await screen.findByRole('link', { name: 'Plumbing II' })).toBeTruthy();
	});

	it('shows both versions when somebody else was faster, and saves what is chosen', async () => {
		const { id } = await create({ price: 100, duration: 3 });
		const { user } = await openConsole(`/admin/courses/${id}/edit`);
		const price = await screen.findByLabelText(/Price/);
		await user.clear(price);
		await user.type(price, '300');
		await wire.site.call('PUT', `/courses/${id}`, { price: 200, duration: 6 });
		await user.click(await button('Save Course'));
		const dialog = within(await screen.findByRole('dialog', { name: 'Two versions' }));
		const versions = (name: string) =>
			within(dialog.getByRole('radiogroup', { name })).getAllByRole('radio');
		expect(versions('Price (KES)').map((it) => it.textContent)).toEqual([
			'YoursKES 300',
			'Saved by somebody elseKES 200',
		]);
		await user.click(versions('Duration (months)')[0] as HTMLElement);
		await user.click(dialog.getByRole('button', { name: 'Save this version' }));
		await screen.findByRole('link', { name: 'Plumbing' });
		expect(await stored()).toMatchObject([{ price: 300, duration: 3 }]);
	});

	it('is not left changed without a question', async () => {
		const { id } = await create();
		const { user, address } = await openConsole(`/admin/courses/${id}/edit`);
		await user.type(await screen.findByLabelText(/Course Name/), '!');
		await user.click(screen.getAllByRole('link', { name: 'Courses' })[0] as HTMLElement);
		await user.click(await button('Keep editing'));
		expect(address()).toBe(`/admin/courses/${id}/edit`);
		await user.click(screen.getAllByRole('link', { name: 'Courses' })[0] as HTMLElement);
		await user.click(await button('Discard'));
		await waitFor(() => expect(address()).toBe('/admin/courses'));
	});

	it('is deleted after a warning of what goes with it', async () => {
		const { id } = await create();
		await wire.site.call('POST', `/courses/${id}/subjects`, { name: 'Pipes' });
		const { user } = await openConsole(`/admin/courses/${id}/edit`);
		await user.click(await button('Delete Course'));
		expect(await screen.findByText('This also deletes 1 subject.')).toBeTruthy();
		await user.click(await button('Delete'));
		expect(await screen.findByText('No courses found')).toBeTruthy();
		expect(await stored()).toEqual([]);
	});
});

describe('an address', () => {
	it.each(['/admin/courses/undefined', '/admin/courses/null/edit'])(
		'without an id says so, and asks for nothing: %s',
		async (path) => {
			await openConsole(path);
			expect(await screen.findByText('Course ID is required.')).toBeTruthy();
			// Only who it is that comes.
			expect(wire.calls).toEqual(['GET /account']);
		},
	);

	it('that leads nowhere says so', async () => {
		await openConsole('/admin/nowhere/at/all');
		expect(screen.getByRole('heading', { name: 'Page not found' })).toBeTruthy();
		expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toBeTruthy();
	});

	it('of a course that is gone says what the server says', async () => {
		await openConsole('/admin/courses/0192aaaa-0000-7000-8000-000000000000');
		expect((await screen.findByRole('alert')).textContent).toContain('not found');
		expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
	});
});
