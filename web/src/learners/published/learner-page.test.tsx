import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createContent } from '../../../../server/testing/content.ts';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();

it('shows the tree with locks, and why published items are not visible', async () => {
	const make = createContent(wire.site);
	const { id: courseId } = await make.course({ name: 'Masonry' });
	const { id: draft } = await make.subject({ courseId }, { name: 'Walls', published: false });
	const { id: subjectId } = await make.subject({ courseId }, { name: 'Roofs' });
	const topicUrl = 'https://example.org/tiles.pdf';
	const topic = (place: object, name: string, more: object = {}) =>
		make.topic({ courseId, subjectId, ...place }, { name, topicUrl, ...more });
	await topic({ subjectId: draft }, 'Bricks');
	await topic({}, 'Tiles', { freeTopic: true });
	await topic({}, 'Slates');
	await topic({}, 'Thatch', { topicUrl: null });
	const { user } = await openConsole(`/admin/courses/${courseId}`);
	await user.click(await screen.findByRole('link', { name: 'As a learner' }));
	const readLines = async (name: string) =>
		within(await screen.findByRole('list', { name }))
			.getAllByRole('listitem')
			// Without the style sheet of a prop that depends on the width.
			.map((line) => line.textContent?.replace(/@media.*?}}/, ''));
	expect(await readLines('Roofs')).toEqual([
		'TilesLink to example.orgFree',
		'SlatesLink, hidden without accessPremium',
		'ThatchNo filePremium',
	]);
	expect(await readLines('Published, but not available')).toEqual([
		'ThatchIt has no file',
		'BricksIts subject is a draft',
	]);
	expect(screen.queryByRole('list', { name: 'Walls' })).toBeNull();
	await user.click(screen.getByRole('switch', { name: 'As if all drafts were published' }));
	expect(await readLines('Walls')).toEqual(['BricksLink, hidden without accessPremium']);
	await waitFor(async () =>
		expect(await readLines('Published, but not available')).toEqual(['ThatchIt has no file']),
	);
	await user.click(screen.getByRole('link', { name: 'Bricks' }));
	await screen.findByDisplayValue('Bricks');
});
