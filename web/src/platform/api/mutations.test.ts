import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

/** Sets the width of the screen, which jsdom does not have, for one test. */
const setWidth = (width: 'wide' | 'narrow') =>
	vi.spyOn(window, 'matchMedia').mockImplementation(
		(media) =>
			({
				media,
				matches: media.includes('max-width') === (width === 'narrow'),
				addEventListener: () => {},
				removeEventListener: () => {},
			}) as unknown as MediaQueryList,
	);

const wire = withServer();
const create = async (path: string, body: object) =>
	(await wire.site.call('POST', path, body)).body.data.id as string;

/** Switches the only topic of a subject, and goes on to a new one while the answer is on its way. */
const switchAndGoOn = async (fate: 'lose-request' | undefined) => {
	const course = { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' };
	const subjects = `/courses/${await create('/courses', course)}/subjects`;
	const topics = `${subjects}/${await create(subjects, { name: 'Pipes' })}/topics`;
	await create(topics, { name: 'Bends', order_num: 4 });
	setWidth('wide');
	const { user } = await openConsole(`/admin${topics}?view=cards`);
	const arrival = Promise.withResolvers<typeof fate>();
	wire.line((method) => (method === 'PUT' ? arrival.promise : undefined));
	const publish = await screen.findByRole('switch', { name: 'Published: Bends' });
	await user.click(publish);
	await user.click(screen.getByRole('link', { name: 'Add Topic' }));
	expect(await screen.findByDisplayValue('5')).toBeTruthy();
	arrival.resolve(fate);
	const back = async () => {
		// The first is the sidebar's.
		await user.click(screen.getAllByRole('link', { name: 'Topics' })[1] as HTMLElement);
		return screen.findByRole('switch', { name: 'Published: Bends' });
	};
	return { switched: (publish as HTMLInputElement).checked, back };
};

describe('useToggle, answered on another screen', () => {
	it('rolls back with a message when the request was lost', async () => {
		const { switched, back } = await switchAndGoOn('lose-request');
		expect(await screen.findByText(/^Could not (un)?publish “Bends”$/)).toBeTruthy();
		expect(await back()).toHaveProperty('checked', !switched);
	});

	it('keeps the saved value', async () => {
		const { switched, back } = await switchAndGoOn(undefined);
		await waitFor(() => expect(wire.calls.some((call) => call.startsWith('PUT'))).toBe(true));
		expect(await back()).toHaveProperty('checked', switched);
	});
});
