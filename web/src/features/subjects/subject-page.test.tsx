import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();
const create = async (path: string, body: object) =>
	(await wire.site.call('POST', path, body)).body.data;

it('names its course also where that was asked for in vain while the subject came', async () => {
	const { id: courseId } = await create('/courses', {
		name: 'Plumbing',
		order_num: 1,
		category_id: 'cat_artisan',
	});
	const { id } = await create(`/courses/${courseId}/subjects`, { name: 'Pipes' });
	let left = 3;
	wire.line((_, path) => {
		const isLost = path === `/subjects/${id}` && left > 0;
		if (isLost) left -= 1;
		return isLost ? 'lose-request' : undefined;
	});
	await openConsole(`/admin/courses/${courseId}/subjects/${id}`);
	const panel = await screen.findByRole('region', { name: 'Course and subject' });
	expect(panel.textContent).toContain('Pipes');
	await expect.poll(() => panel.textContent).toContain('Plumbing');
	expect(left).toBe(0);
});
