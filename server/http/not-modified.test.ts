import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { contentOf, type Family } from '../test-content.ts';

onEveryEngine('If-None-Match', (site) => {
	let family: Family;
	beforeAll(async () => {
		family = await contentOf(site()).family();
	});
	const paths = () => [
		'/courses',
		`/courses/${family.courseId}/subjects`,
		`/courses/${family.courseId}`,
		'/topics?search=joints',
		'/transactions',
		'/trash',
		'/people',
	];
	const get = (path: string, tag?: string) =>
		site().call('GET', path, undefined, tag === undefined ? {} : { 'if-none-match': tag });

	it('is answered with 304 for unchanged lists', async () => {
		for (const path of paths()) {
			const first = await get(path);
			const tag = String(first.headers.etag);
			expect([path, first.status, tag]).toEqual([path, 200, expect.stringMatching(/^"[^"]+"$/)]);
			const inner = tag.slice(1, -1);
			// Apache adds the encoding, nginx makes the tag weak.
			for (const known of [tag, `W/${tag}`, `"${inner}-gzip"`, `"other", W/"${inner}-br"`]) {
				const again = await get(path, known);
				expect([path, known, again.status, again.body]).toEqual([path, known, 304, '']);
				expect(again.headers.etag).toBe(tag);
			}
			expect(await get(path, '"other"')).toMatchObject({ status: 200, body: first.body });
		}
	});

	it('is answered with the list after a change of a row', async () => {
		const { courseId, subjectId, paperId, examSetId } = family;
		const papers = `/courses/${courseId}/examsets/${examSetId}/pastpapers`;
		await site().call('PUT', `${papers}/${paperId}`, { subject_id: subjectId });
		const tags = new Map<string, string>();
		const lists = [papers, '/pastpapers', '/subjects'];
		for (const path of lists) tags.set(path, String((await get(path)).headers.etag));
		await site().call('DELETE', `/courses/${courseId}/subjects/${subjectId}`);
		for (const path of lists)
			expect([path, (await get(path, tags.get(path))).status]).toEqual([path, 200]);
	});
});
