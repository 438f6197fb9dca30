import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openConsole, withServer } from '../../../../../tests/web/console.tsx';

const wire = withServer();
const call = (...args: Parameters<typeof wire.site.call>) => wire.site.call(...args);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const openHistory = async (user: UserEvent) => {
	// The last ⋯ menu is the item's, the first one may be its course's.
	await user.click(
		(await screen.findAllByRole('button', { name: /^Actions for / })).at(-1) as Element,
	);
	await user.click(await screen.findByRole('menuitem', { name: 'History' }));
};

let id = '';
const path = () => `/courses/${id}`;
const stored = async () => (await call('GET', path())).body.data;
const put = (body: object) => call('PUT', path(), body);

beforeAll(() => import('./item-history.tsx'));

// They outlive the screen.
afterEach(() => {
	for (const dismiss of screen.queryAllByRole('button', { name: 'Dismiss' })) dismiss.click();
});

beforeEach(async () => {
	const course = { name: 'Plumbing', description: 'Pipes and bends', order_num: 1, price: 900 };
	id = (await call('POST', '/courses', { ...course, category_id: 'cat_artisan' })).body.data.id;
});

const history = async () => {
	const { user } = await openConsole(`/admin${path()}/edit`);
	await openHistory(user);
	const dialog = within(await screen.findByRole('dialog', { name: 'History' }));
	return { user, dialog };
};

const two = async () => {
	await put({ price: 1000 });
	await put({ description: 'Pipes and valves', price: 1200 });
	const shown = await history();
	await shown.dialog.findByRole('combobox', { name: 'Older version' });
	return shown;
};

describe('versions of an item', () => {
	it('compares the newest version with the previous one, field by field', async () => {
		const { dialog, user } = await two();
		expect(dialog.getByText('Pipes and bends')).toBeTruthy();
		expect(dialog.getByText('Pipes and valves')).toBeTruthy();
		expect(dialog.getByText('KES 1,000')).toBeTruthy();
		expect(dialog.getByText('KES 1,200')).toBeTruthy();
		const older = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Older version' });
		expect(older.options).toHaveLength(2);
		await user.selectOptions(older, older.options[1] as HTMLOptionElement);
		expect(await dialog.findByText('KES 900')).toBeTruthy();
	});

	it('opens the form with the values of a version, and saves them', async () => {
		const { dialog, user } = await two();
		await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
		await screen.findByText(/^Version of .+ filled in$/);
		expect(await screen.findByDisplayValue('Pipes and bends')).toBeTruthy();
		expect(await stored()).toMatchObject({ price: 1200 });
		await user.click(await button('Save Course'));
		await waitFor(async () =>
			expect(await stored()).toMatchObject({ description: 'Pipes and bends', price: 1000 }),
		);
	});

	it('asks which version to keep if someone saved meanwhile', async () => {
		const { dialog, user } = await two();
		await put({ price: 5000 });
		await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
		await user.click(await button('Save Course'));
		expect(await screen.findByRole('dialog', { name: 'Two versions' })).toBeTruthy();
		expect(await stored()).toMatchObject({ price: 5000 });
	});

	it('opens the dialog of a subject with the values of a version', async () => {
		const subjects = `${path()}/subjects`;
		const made = await call('POST', subjects, { name: 'Bends', order_num: 1 });
		const subject = `${subjects}/${made.body.data.id}`;
		await call('PUT', subject, { name: 'Valves' });
		const { user } = await openConsole(`/admin${subject}`);
		await openHistory(user);
		await user.click(await button('Restore this version'));
		const form = within(await screen.findByRole('dialog', { name: 'Edit Subject' }));
		expect(await form.findByDisplayValue('Bends')).toBeTruthy();
		await user.click(form.getByRole('button', { name: 'Save Changes' }));
		await waitFor(async () => expect((await call('GET', subject)).body.data.name).toBe('Bends'));
	});
});

describe('versions of a past paper', () => {
	it('links to the previous and the current file', async () => {
		const set = (await call('POST', `${path()}/examsets`, { name: 'July' })).body.data.id;
		const papers = `${path()}/examsets/${set}/pastpapers`;
		const [before, now] = ['https://example.org/before.pdf', 'https://example.org/now.pdf'];
		const made = await call('POST', papers, { name: 'Paper 1', url: before });
		const paper = `${papers}/${made.body.data.id}`;
		await call('PUT', paper, { url: now });
		const { user } = await openConsole(`/admin${paper}`);
		await openHistory(user);
		const differing = within(await screen.findByLabelText('Differences'));
		expect(differing.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
			before,
			now,
		]);
	});
});

describe('version with a deleted subject', () => {
	it('shows the error at the field', async () => {
		const subject = (await call('POST', `${path()}/subjects`, { name: 'Pipes' })).body.data.id;
		const set = (await call('POST', `${path()}/examsets`, { name: 'July' })).body.data.id;
		const papers = `${path()}/examsets/${set}/pastpapers`;
		const paper = (await call('POST', papers, { name: 'Paper 1', subject_id: subject })).body.data
			.id;
		await call('PUT', `${papers}/${paper}`, { name: 'Paper 2', subject_id: null });
		await call('DELETE', `${path()}/subjects/${subject}`);
		const { user } = await openConsole(`/admin${papers}/${paper}`);
		await openHistory(user);
		await user.click(await button('Restore this version'));
		expect(await screen.findByDisplayValue('Paper 1')).toBeTruthy();
		await user.click(await button('Save Past Paper'));
		await waitFor(() =>
			expect(screen.getByLabelText('Subject').getAttribute('aria-invalid')).toBe('true'),
		);
	});
});

describe('what can be undone in the activity', () => {
	const activity = async (address: string) => {
		const { user } = await openConsole(address);
		await openHistory(user);
		const dialog = within(await screen.findByRole('dialog', { name: 'History' }));
		await user.click(await dialog.findByRole('radio', { name: 'Activity' }));
		return { user, dialog };
	};
	const makeSubject = async () => {
		const subject = { name: 'Bends', order_num: 1, published: false };
		return (await call('POST', `${path()}/subjects`, subject)).body.data.id as string;
	};
	const isPublished = async (subject: string) =>
		(await call('GET', `${path()}/subjects/${subject}`)).body.data.published;

	it('undoes a publish by switch in the history of the subject', async () => {
		const subject = await makeSubject();
		await call('PUT', `${path()}/subjects/${subject}`, { published: true });
		const { user, dialog } = await activity(`/admin${path()}/subjects/${subject}`);
		await user.click(await dialog.findByRole('button', { name: 'Undo' }));
		await screen.findByText('1 subject unpublished');
		expect(await isPublished(subject)).toBe(false);
		await waitFor(() => expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull());
	});

	it.each([
		['course', () => '/edit', 'Undo: Published 1 subject'],
		['subject', (subject: string) => `/subjects/${subject}`, 'Undo 1 subject'],
	])('undoes a bulk publish in the history of the %s', async (_, page, undo) => {
		const subject = await makeSubject();
		await call('POST', '/bulk', { kind: 'subjects', action: 'publish', ids: [subject] });
		const { user, dialog } = await activity(`/admin${path()}${page(subject)}`);
		await user.click(await dialog.findByRole('button', { name: undo }));
		await waitFor(async () => expect(await isPublished(subject)).toBe(false));
	});

	it('unpublishes a course from its menu', async () => {
		const subject = await makeSubject();
		await call('PUT', `${path()}/subjects/${subject}`, { published: true });
		const { user } = await openConsole(`/admin${path()}/edit`);
		await user.click(await button(/^Actions for Plumbing/));
		await user.click(await screen.findByRole('menuitem', { name: 'Unpublish…' }));
		await screen.findByText(/Back to draft: 1 subject\./);
		await user.click(await button('Unpublish'));
		await screen.findByText('1 subject unpublished');
		expect(await isPublished(subject)).toBe(false);
	});
});
