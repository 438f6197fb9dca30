import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatEastAfricaTime } from '#shared/east-africa-time.ts';
import { createContent } from '../../../../../server/testing/content.ts';
import { openConsole, withServer } from '../../../../../tests/web/console.tsx';

const wire = withServer();

const DAY_MS = 86_400_000;

/** Opens the publish dialog of a draft subject with a draft topic, and chooses a moment. */
const chooseMoment = async (day: string, time: string) => {
	const make = createContent(wire.site);
	const { id: courseId } = await make.course();
	const { id: subjectId } = await make.subject({ courseId }, { published: false });
	const topicUrl = 'https://example.org/a.pdf';
	await make.topic({ courseId, subjectId }, { isPublished: false, topicUrl });
	const path = `/courses/${courseId}/subjects/${subjectId}`;
	const { user } = await openConsole(`/admin${path}`);
	await user.click(await screen.findByRole('button', { name: 'Publish…' }));
	const dialog = within(await screen.findByRole('dialog'));
	expect(await dialog.findByRole('radio', { name: 'Now' })).toHaveProperty('checked', true);
	await user.click(dialog.getByRole('radio', { name: 'From …' }));
	fireEvent.change(dialog.getByLabelText('Day'), { target: { value: day } });
	fireEvent.change(dialog.getByLabelText('Time'), { target: { value: time } });
	const publish = () => user.click(dialog.getByRole('button', { name: 'Publish 2 items' }));
	const readSubject = async () => (await wire.site.call('GET', path)).body.data;
	return { dialog, publish, readSubject };
};

it('publishes from a moment in East Africa Time, which the badge then shows', async () => {
	const [year, month, day] = formatEastAfricaTime(Date.now() + 3 * DAY_MS)
		.slice(0, 10)
		.split('-');
	const { dialog, publish, readSubject } = await chooseMoment(`${day}/${month}/${year}`, '09:30');
	dialog.getByText('East Africa Time, at most a year ahead.');
	await publish();
	await screen.findAllByText(new RegExp(`^From ${Number(day)} [A-Z][a-z]{2}, 09:30$`));
	expect(await readSubject()).toMatchObject({
		published: true,
		visible_from: `${year}-${month}-${day}T06:30:00.000Z`,
	});
});

it('says that a past moment counts as now', async () => {
	const { dialog, publish, readSubject } = await chooseMoment('03/01/2026', '08:00');
	dialog.getByText('East Africa Time. A past moment counts as now.');
	await publish();
	await waitFor(async () => expect(await readSubject()).toMatchObject({ published: true }));
	expect((await screen.findAllByText('Published')).length).toBeGreaterThan(0);
	expect(screen.queryByText(/^From \d/)).toBeNull();
});
