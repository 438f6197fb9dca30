import { beforeAll, expect, it } from 'vitest';
import { pdf } from '../../files/fixtures/documents.ts';
import { upload } from '../../files/fixtures/form.ts';
import { onEveryEngine } from '../../test-app.ts';
import { contentOf } from '../../test-content.ts';
import { sweepFiles } from './sweep.ts';

let count = 0;

onEveryEngine('a file that only the trash or a version refers to', (site) => {
	let topics: string;
	beforeAll(async () => {
		const { courseId, subjectId } = await contentOf(site()).family();
		topics = `/courses/${courseId}/subjects/${subjectId}/topics`;
	});
	const call = (...args: Parameters<ReturnType<typeof site>['call']>) => site().call(...args);
	/** Adds a file that is old enough for the next sweep. */
	const add = async () =>
		(await upload(site(), 'a.pdf', await pdf(`Kept ${count++}`))).body.url as string;
	const sweep = () => sweepFiles(site(), { graceMs: -1_000, youngMs: -1_000 });
	const isThere = async (url: string) =>
		(await site().inject({ method: 'HEAD', url })).statusCode === 200;
	const topicWith = async (topicUrl: string) =>
		`${topics}/${(await call('POST', topics, { name: 'T', topicUrl })).body.data.id}`;
	const restore = (deletion: string) => call('POST', `/trash/${deletion}/restore`);

	it('is kept while it is in the trash, and restored with its item', async () => {
		const url = await add();
		const topic = await topicWith(url);
		const { deletion } = (await call('DELETE', topic)).body;
		expect(await sweep()).toEqual({ files: 0, contents: 0 });
		expect(await isThere(url)).toBe(true);
		expect((await restore(deletion)).status).toBe(200);
		expect(await sweep()).toEqual({ files: 0, contents: 0 });
		expect((await call('GET', topic)).body.data.topicUrl).toBe(url);
		const again = (await call('DELETE', topic)).body.deletion;
		await call('DELETE', `/trash/${again}`);
		expect(await sweep()).toEqual({ files: 1, contents: 1 });
		expect(await isThere(url)).toBe(false);
	});

	it('is kept while a version refers to it, also in the trash', async () => {
		const [first, second] = [await add(), await add()];
		const topic = await topicWith(first);
		await call('PUT', topic, { topicUrl: second });
		await call('PUT', topic, { topicUrl: null });
		expect(await sweep()).toEqual({ files: 0, contents: 0 });
		expect((await call('PUT', topic, { topicUrl: first })).status).toBe(200);
		const { deletion } = (await call('DELETE', topic)).body;
		expect(await sweep()).toEqual({ files: 0, contents: 0 });
		await call('DELETE', `/trash/${deletion}`);
		expect(await sweep()).toEqual({ files: 2, contents: 2 });
	});
});
