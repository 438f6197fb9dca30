import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pdf } from '../../../../server/files/fixtures/documents.ts';
import { upload } from '../../../../server/files/fixtures/form.ts';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';
import { setWidth } from '../../../../tests/web/width.ts';

const wire = withServer();
const create = async (path: string, body: object) =>
	(await wire.site.call('POST', path, body)).body.data;

it('the names of all files of a page are one question', async () => {
	const course = { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' };
	const { id: courseId } = await create('/courses', course);
	const { id: subjectId } = await create(`/courses/${courseId}/subjects`, { name: 'Pipes' });
	const topics = `/courses/${courseId}/subjects/${subjectId}/topics`;
	for (const name of ['Bends', 'Joints', 'Valves']) {
		const file = (await upload(wire.site, `${name} 1.pdf`, await pdf(name))).body;
		await create(topics, { name, topicUrl: file.url });
	}
	wire.calls.length = 0;
	setWidth('wide');
	await openConsole(`/admin${topics}`);
	for (const name of ['Bends', 'Joints', 'Valves'])
		expect(await screen.findByRole('link', { name: `${name} 1.pdf` })).toBeTruthy();
	expect(wire.calls.filter((call) => call.includes('/files'))).toHaveLength(1);
});
