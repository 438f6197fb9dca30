import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();
const call = (...args: Parameters<typeof wire.site.call>) => wire.site.call(...args);
const create = async (path: string, body: object) =>
	(await call('POST', path, body)).body.data.id as string;
const remove = async (path: string) => (await call('DELETE', path)).body.deletion as string;
const trash = async () => (await call('GET', '/trash')).body.data;

const place = { courseId: '', subjectId: '', topicId: '' };
const subjectPath = () => `/courses/${place.courseId}/subjects/${place.subjectId}`;
const topicPath = () => `${subjectPath()}/topics/${place.topicId}`;
const stored = async (path: string) => (await call('GET', path)).status;
const button = (name: string | RegExp) => screen.findByRole('button', { name });

const findNotice = (title: string) => screen.findByText(title);

// Notifications outlive the screen.
afterEach(() => {
	for (const dismiss of screen.queryAllByRole('button', { name: 'Dismiss' })) dismiss.click();
});

beforeEach(async () => {
	for (const { id } of (await trash()).data) await call('DELETE', `/trash/${id}`);
	const course = { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' };
	place.courseId = await create('/courses', course);
	place.subjectId = await create(`/courses/${place.courseId}/subjects`, { name: 'Pipes' });
	place.topicId = await create(`${subjectPath()}/topics`, { name: 'Bends', order_num: 1 });
});

describe('deleted item', () => {
	it('is deleted once although the first response was lost, and Undo restores it', async () => {
		const { user } = await openConsole(`/admin${subjectPath()}/topics`);
		await user.click(await button('Actions for Bends'));
		await user.click(await screen.findByRole('menuitem', { name: /Delete/ }));
		const dialog = within(await screen.findByRole('dialog'));
		const submit = () => dialog.getByRole('button', { name: 'Delete' });
		await waitFor(() => expect(submit()).toHaveProperty('disabled', false));
		wire.line((method) => (method === 'DELETE' ? 'lose-answer' : undefined));
		await user.click(submit());
		await dialog.findByText('Failed to delete topic');
		wire.line(() => undefined);
		await user.click(submit());
		await findNotice('Topic deleted');
		expect(await trash()).toMatchObject({ total: 1 });
		await user.click(await button('Undo'));
		await findNotice('Topic restored');
		expect(await stored(topicPath())).toBe(200);
	});

	it('is restored together with its parent', async () => {
		await remove(topicPath());
		await remove(subjectPath());
		const { user } = await openConsole('/admin/trash?kind=topics');
		await user.click(await button('Restore Bends'));
		await screen.findByText('Its parent is also in the trash');
		await user.click(await button('Restore both'));
		await findNotice('Topic restored');
		expect(await stored(topicPath())).toBe(200);
		await user.click(await button('Open'));
		expect(await screen.findByDisplayValue('Bends')).toBeTruthy();
	});

	it('reports that it was permanently deleted, or restored by someone else', async () => {
		const deletion = await remove(topicPath());
		const { user } = await openConsole('/admin/trash');
		await button('Restore Bends');
		await call('POST', `/trash/${deletion}/restore`);
		await user.click(await button('Restore Bends'));
		await findNotice('Topic is no longer in the trash');
		await remove(topicPath());
		const parent = await remove(subjectPath());
		await call('DELETE', `/trash/${parent}`);
		await user.click(await button('Open the trash'));
		await user.click(await button('Restore Bends'));
		await findNotice('Topic cannot be restored');
	});

	it('is restored once although responses are lost', async () => {
		await remove(topicPath());
		const { user } = await openConsole('/admin/trash');
		wire.line((method) => (method === 'POST' ? 'lose-answer' : undefined));
		await user.click(await button('Restore Bends'));
		await screen.findByText('Failed to restore topic');
		wire.line(() => undefined);
		await user.click(await button('Try again'));
		await findNotice('Topic restored');
		expect(await stored(topicPath())).toBe(200);
	});
});

describe('trash', () => {
	it('filters by kind and name in the URL', async () => {
		await remove(topicPath());
		const { user, address } = await openConsole('/admin/trash');
		await user.selectOptions(await screen.findByRole('combobox', { name: 'Kind' }), 'Courses');
		expect(await screen.findByText('Nothing in the trash matches')).toBeTruthy();
		expect(address()).toBe('/admin/trash?kind=courses');
		await user.click(await button('Show all of the trash'));
		await button('Restore Bends');
		await user.type(screen.getByRole('searchbox', { name: 'Search the trash' }), 'bend');
		await waitFor(() => expect(address()).toBe('/admin/trash?search=bend'));
		await button('Restore Bends');
	});
});

describe('old URL of a deleted item', () => {
	it('names the parent it was deleted with, and restores both', async () => {
		await remove(subjectPath());
		const { user } = await openConsole(`/admin/topics/${place.topicId}`);
		expect(await screen.findByText(/It went with the subject Pipes/)).toBeTruthy();
		await user.click(await button('Restore the subject'));
		expect(await screen.findByDisplayValue('Bends')).toBeTruthy();
	});
});
