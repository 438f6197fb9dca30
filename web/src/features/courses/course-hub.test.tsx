import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();
const create = async (path: string, body: object) =>
	(await wire.site.call('POST', path, body)).body.data.id as string;
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const hrefOf = (link: HTMLElement) => link.getAttribute('href');

/** A course with something of each kind, some of it not finished. */
const grown = async () => {
	const course = { name: 'Plumbing', order_num: 4, category_id: 'cat_artisan' };
	const courseId = await create('/courses', course);
	const place = `/courses/${courseId}`;
	const subjectId = await create(`${place}/subjects`, { name: 'Pipes', freeSubject: true });
	await create(`${place}/subjects`, { name: 'Drains', order_num: 2, published: false });
	const topics = `${place}/subjects/${subjectId}/topics`;
	const topicId = await create(topics, { name: 'Joints' });
	await create(topics, { name: 'Solder', topicUrl: 'https://example.org/solder.pdf' });
	await create(`${place}/examsets`, { name: 'First', year: 2024, is_published: true });
	await create(`${place}/examsets`, { name: '2026 July', year: 2026, order_num: 2 });
	return { courseId, subjectId, topicId };
};

it('a course says what it holds, in words and as a line', async () => {
	const { courseId } = await grown();
	await openConsole(`/admin/courses/${courseId}`);
	expect(await screen.findByText('2 subjects · 2 topics · 2 drafts')).toBeTruthy();
	expect(screen.getByRole('img', { name: '67% published' })).toBeTruthy();
	const subjects = (await section('Subjects')).getAllByRole('listitem');
	expect(subjects.map((row) => row.textContent)).toEqual(['Pipes2 topicsFree', 'DrainsEmptyDraft']);
	const sets = (await section('Exam sets')).getAllByRole('listitem');
	expect(sets.map((row) => row.textContent)).toEqual([
		'2026 JulyNo papersDraft',
		'First2024 · No papers',
	]);
});

it('a course leads to the lists of just what it lacks', async () => {
	const { courseId } = await grown();
	await openConsole(`/admin/courses/${courseId}`);
	const links = (await section('To do')).getAllByRole('link');
	const under = `?course_id=${courseId}`;
	expect(links.map((link) => [link.textContent, hrefOf(link)])).toEqual([
		['4 of 4 subject and series pairs have no paper', `/admin/courses/${courseId}/coverage`],
		['1 topic without a file', `/admin/topics${under}&without_file=true`],
		['2 exam sets without papers', `/admin/examsets${under}&without_papers=true`],
		['1 subject in draft', `/admin/subjects${under}&published=false`],
		['1 exam set in draft', `/admin/examsets${under}&published=false`],
	]);
});

it('a course tells what changed in it last, and where', async () => {
	const { courseId, subjectId, topicId } = await grown();
	const topic = `/courses/${courseId}/subjects/${subjectId}/topics/${topicId}`;
	await wire.site.call('PUT', topic, { name: 'Bends' });
	await openConsole(`/admin/courses/${courseId}`);
	const [newest] = (await section('Recent changes')).getAllByRole('listitem');
	expect(newest?.textContent).toMatch(/^BendsTopic in Pipes · /);
	expect(hrefOf(within(newest as HTMLElement).getByRole('link'))).toBe(`/admin${topic}`);
});

it('a course without anything has a dash for what is not known, and offers the first step', async () => {
	const bare = { name: 'New', order_num: 1, category_id: 'cat_diploma' };
	const courseId = await create('/courses', bare);
	await openConsole(`/admin/courses/${courseId}`);
	const details = await section('Details');
	const values = details.getAllByRole('definition').map((it) => it.textContent);
	expect(values).toEqual(['New', '—', 'Diploma', '—', '—', '1']);
	const first = screen.getByRole('link', { name: 'Add First Subject' });
	expect(hrefOf(first)).toBe(`/admin/courses/${courseId}/subjects/new`);
	expect(screen.getByRole('link', { name: 'Add First Exam Set' })).toBeTruthy();
});

it('a subject shows its topics in their order, with their files', async () => {
	const { courseId, subjectId, topicId } = await grown();
	await openConsole(`/admin/courses/${courseId}/subjects/${subjectId}`);
	const topics = await section('Topics');
	const rows = (await topics.findAllByRole('listitem')).map((row) => row.textContent);
	expect(rows).toEqual(['JointsNo file', 'Solderexample.org']);
	expect(hrefOf(topics.getByRole('link', { name: 'Joints' }))).toBe(
		`/admin/courses/${courseId}/subjects/${subjectId}/topics/${topicId}`,
	);
	expect(screen.getByRole('link', { name: 'Back to Subjects' })).toBeTruthy();
});
