import { screen, waitFor } from '@testing-library/react';
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

describe('new course form', () => {
	it('starts last in order without a category, and names missing fields', async () => {
		await create();
		const { user } = await openConsole('/admin/courses/new');
		expect(await screen.findByDisplayValue('5')).toBeTruthy();
		await user.click(await button('Save Course'));
		expect(await screen.findByText('Course name is required')).toBeTruthy();
		expect(screen.getByText('Category is required')).toBeTruthy();
		await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Course Name/)));
		expect(wire.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
	});
});

describe('edit course form', () => {
	it('clears an optional field', async () => {
		const { id } = await create({ price: 900 });
		const { user } = await openConsole(`/admin/courses/${id}/edit`);
		await user.clear(await screen.findByLabelText(/Price/));
		await user.click(await button('Save Course'));
		await screen.findByRole('link', { name: 'Plumbing' });
		expect(await stored()).toMatchObject([{ name: 'Plumbing', price: null }]);
	});

	it('keeps typed text on a lost connection and saves it on retry', async () => {
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
});

describe('course URL', () => {
	it.each(['/admin/courses/undefined', '/admin/courses/null/edit'])(
		'reports a missing id without a request: %s',
		async (path) => {
			await openConsole(path);
			expect(await screen.findByText('Course ID is required.')).toBeTruthy();
			// Only the account is requested.
			expect(wire.calls).toEqual(['GET /account']);
		},
	);

	it('shows "Page not found" for an unknown path', async () => {
		await openConsole('/admin/nowhere/at/all');
		expect(screen.getByRole('heading', { name: 'Page not found' })).toBeTruthy();
		expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toBeTruthy();
	});

	it('shows the message of the server for a deleted course', async () => {
		await openConsole('/admin/courses/0192aaaa-0000-7000-8000-000000000000');
		expect((await screen.findByRole('alert')).textContent).toContain('not found');
		expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
	});
});
