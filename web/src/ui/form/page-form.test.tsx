import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();

const create = async (path: string, body: object) =>
	(await wire.site.call('POST', path, body)).body.data.id as string;

it('shows an item made on its own page last in its list, without a request for the next order', async () => {
	const course = await create('/courses', {
		name: 'Plumbing',
		order_num: 1,
		category_id: 'cat_artisan',
	});
	const subject = await create(`/courses/${course}/subjects`, { name: 'Pipes' });
	const topics = `/courses/${course}/subjects/${subject}/topics`;
	await create(topics, { name: 'Copper' });
	const { user } = await openConsole(`/admin${topics}?view=cards`);
	await screen.findByRole('link', { name: 'Copper' });

	await user.click(await screen.findByRole('link', { name: 'Add Topic' }));
	await user.type(await screen.findByRole('textbox', { name: 'Topic Name' }), 'Lead');
	expect(wire.calls.filter((call) => call.endsWith('/next-order'))).toEqual([]);
	await user.click(screen.getByRole('button', { name: 'Save Topic' }));
	expect(await screen.findByRole('link', { name: 'Lead' })).toBeTruthy();
	expect(screen.getByText('Order: 2')).toBeTruthy();
});
