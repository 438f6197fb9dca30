import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rounds } from '../../../tests/faults/length.ts';
import { pdf } from '../../platform/files/fixtures/documents.ts';
import { countStored, upload } from '../../platform/files/fixtures/form.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { sweepFiles } from './sweep.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let count = 0;
const another = () => pdf(`Paper ${count++}`);

onEveryEngine('sweeping files', (site) => {
	let topics: string;
	let papers: string;
	beforeAll(async () => {
		const add = async (path: string, body: object) =>
			`${path}/${(await site().call('POST', path, body)).body.data.id}`;
		const course = await add('/courses', { name: 'C', order_num: 1, category_id: 'cat_diploma' });
		topics = `${await add(`${course}/subjects`, { name: 'S' })}/topics`;
		papers = `${await add(`${course}/examsets`, { name: 'E' })}/pastpapers`;
	});

	const sweep = (graceMs?: number) =>
		sweepFiles(site(), { youngMs: -60_000, ...(graceMs !== undefined && { graceMs }) });
	const isThere = async (url: string) =>
		(await site().inject({ method: 'HEAD', url })).statusCode === 200;
	const add = async (name = 'a.pdf', content?: Buffer) =>
		(await upload(site(), name, content ?? (await another()))).body.url as string;
	const age = (url: string, days: number) =>
		site().database.write((trx) =>
			trx
				.updateTable('files')
				.set({ uploaded_at: new Date(Date.now() - days * DAY_MS).toISOString() })
				.where('key', '=', url.slice(7, 71))
				.execute(),
		);

	it('removes unused files a week after the upload', async () => {
		const [young, old] = [await add(), await add()];
		await age(young, 6.9);
		await age(old, 7.1);
		const before = await countStored(site());
		expect(await sweep()).toEqual({ files: 1, contents: 1 });
		expect(await isThere(young)).toBe(true);
		expect(await isThere(old)).toBe(false);
		expect(await countStored(site())).toEqual({
			contents: before.contents - 1,
			rows: before.rows - 1,
			underWay: 0,
		});
	});

	it('keeps files while an item, the trash or a version refers to them', async () => {
		const [topicUrl, url, newUrl] = [await add(), await add(), await add()];
		const topic = await site().call('POST', topics, { name: 'T', topicUrl });
		const paper = await site().call('POST', papers, { name: 'P', url });
		for (const each of [topicUrl, url, newUrl]) await age(each, 30);
		await site().call('PUT', `${papers}/${paper.body.data.id}`, { url: newUrl });
		await site().call('PUT', `${papers}/${paper.body.data.id}`, { url: null });
		const remove = (path: string) => site().call('DELETE', path);
		const inTrash = await remove(`${topics}/${topic.body.data.id}`);
		expect(await sweep()).toEqual({ files: 0, contents: 0 });
		await site().call('POST', `/trash/${inTrash.body.deletion}/restore`);
		expect(await sweep()).toEqual({ files: 0, contents: 0 });
		const restored = await site().call('GET', `${topics}/${topic.body.data.id}`);
		expect(restored.body.data.topicUrl).toBe(topicUrl);
		const removal = await remove(`${topics}/${topic.body.data.id}`);
		await remove(`/trash/${removal.body.deletion}`);
		expect(await sweep()).toEqual({ files: 1, contents: 1 });
		expect([await isThere(topicUrl), await isThere(url)]).toEqual([false, true]);
		// The files of the paper belong to its versions, which are deleted with it.
		const last = await remove(`${papers}/${paper.body.data.id}`);
		expect(await sweep()).toEqual({ files: 0, contents: 0 });
		await remove(`/trash/${last.body.deletion}`);
		expect(await sweep()).toEqual({ files: 2, contents: 2 });
		expect(await isThere(url)).toBe(false);
	});

	it('keeps a content that has another file name', async () => {
		const content = await another();
		const [one, other] = [await add('one.pdf', content), await add('other.pdf', content)];
		await age(one, 30);
		expect(await sweep()).toEqual({ files: 1, contents: 0 });
		expect(await isThere(one)).toBe(false);
		expect(await isThere(other)).toBe(true);
	});

	it('removes old contents that never became a file', async () => {
		const { files, dataDir } = site();
		const staged = await files.receive([Buffer.from('stray')] as never, 100);
		await staged.place();
		await staged.discard();
		const { sha256 } = staged;
		await sweepFiles(site());
		expect(await files.has(sha256)).toBe(true);
		const then = new Date(Date.now() - 2 * 60 * 60 * 1000);
		await utimes(
			join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256),
			then,
			then,
		);
		await sweepFiles(site());
		expect(await files.has(sha256)).toBe(false);
	});

	describe('during other requests', () => {
		const everyRowHasItsContent = async () => {
			const rows = await site().database.read.selectFrom('files').select('sha256').execute();
			for (const { sha256 } of rows) expect(await site().files.has(sha256)).toBe(true);
		};

		it('keeps a content that is being uploaded again', async () => {
			const content = await another();
			for (let round = 0; round < rounds(18); round++) {
				const [{ status }] = await Promise.all([
					upload(site(), `${round % 2}.pdf`, content),
					sweep(-1_000),
					upload(site(), `${round % 3}.pdf`, content),
					sweep(-1_000),
				]);
				expect(status).toBe(201);
				await everyRowHasItsContent();
			}
		});

		it('keeps a file that is being linked', async () => {
			for (let round = 0; round < rounds(18); round++) {
				const url = await add();
				const [answer] = await Promise.all([
					site().call('POST', topics, { name: `T${round}`, topicUrl: url }),
					sweep(-1_000),
				]);

				expect(await isThere(url)).toBe(answer.status === 201);
				if (answer.status !== 201)
					expect(answer).toMatchObject({
						status: 422,
						body: { fields: { topicUrl: 'Please enter a valid URL' } },
					});
			}
			await everyRowHasItsContent();
		});
	});

	it('accepts links only to existing files', async () => {
		const url = await add();
		expect(await site().call('POST', papers, { name: 'P', url })).toMatchObject({
			status: 201,
			body: { data: { url } },
		});
		for (const wrong of [url.replace('.pdf', '.docx'), `/files/${'a'.repeat(64)}.pdf`])
			expect(await site().call('POST', papers, { name: 'P', url: wrong })).toMatchObject({
				status: 422,
				body: { fields: { url: 'Please enter a valid URL' } },
			});
	});
});
