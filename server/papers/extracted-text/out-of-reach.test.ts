import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOME_ENGINES } from '../../../tests/faults/length.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { type S3, startS3 } from '../../platform/files/fixtures/s3.ts';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { paper } from './fixtures/papers.ts';
import { shareReader } from './fixtures/shared-reader.ts';
import { readFilesJob } from './read-files.ts';

const readFiles = shareReader();

let s3: S3;
beforeAll(async () => {
	s3 = await startS3();
});
afterAll(() => s3.stop());

describe.each(SOME_ENGINES)('a content that cannot be fetched (%s)', (engine) => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestAppWith(engine, { bucket: s3.settings(`${engine}/`) });
	});
	afterAll(() => site.close());

	const take = async (name: string) => {
		const content = await paper([name]);
		const url = (await upload(site, `${name}.pdf`, content)).body.url as string;
		const { sha256 } = await site.database.read
			.selectFrom('files')
			.select('sha256')
			.where('name', '=', `${name}.pdf`)
			.executeTakeFirstOrThrow();
		return { content, url, sha256 };
	};
	const put = async (content: Buffer) => {
		const staged = await site.files.receive([content] as never, content.length);
		await staged.place();
		await staged.discard();
	};
	const see = async (url: string) => (await site.call('GET', url)).body.data.inside;
	const minutesPass = () =>
		site.database.write((trx) =>
			trx.updateTable('insides').set({ asked_at: '2026-01-01T00:00:00.000Z' }).execute(),
		);
	const isDue = () => readFilesJob(site).isDue?.();

	it('is read when it is available again, and retried only now and then', async () => {
		const { content, url, sha256 } = await take('Missing');
		const other = await take('Next to it');
		await site.files.remove(sha256);
		await readFiles(site);
		expect(await see(url)).toMatchObject({ text: 'none', problem: 'Its content is missing.' });
		expect(await see(other.url)).toMatchObject({ pages: 2 });
		expect(await isDue()).toBe(false);
		await minutesPass();
		expect(await readFiles(site)).toBe(1);
		await put(content);
		await minutesPass();
		expect(await isDue()).toBe(true);
		await readFiles(site);
		expect(await see(url)).toMatchObject({ pages: 2, picture: true, problem: null });
	});

	it.each([
		['is away', 'down'],
		['stops in the middle', { cut: 1_000 }],
	] as const)('is read when the store gives it again that %s', async (name, kind) => {
		const { url } = await take(name);
		for (let times = 0; times < 2; times++) {
			s3.faults.kind = kind;
			s3.faults.drop();
			await expect(readFiles(site)).rejects.toThrow();
			expect(await isDue()).toBe(false);
			await minutesPass();
			if (kind === 'down') expect(await isDue()).toBe(false);
			s3.faults.kind = 'none';
			s3.faults.drop();
		}
		expect(await see(url)).toBeNull();
		expect(await isDue()).toBe(true);
		await readFiles(site);
		expect(await see(url)).toMatchObject({ pages: 2, problem: null });
	});
});
