import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AT_LENGTH, SOME_ENGINES } from '../../../tests/faults/length.ts';
import { pdf } from '../../platform/files/fixtures/documents.ts';
import type { Faults } from '../../platform/files/fixtures/faulty-proxy.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { type S3, startS3 } from '../../platform/files/fixtures/s3.ts';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';
import { sweepFiles } from './sweep.ts';

let s3: S3;
beforeAll(async () => {
	s3 = await startS3();
});
afterAll(() => s3.stop());

describe.each(SOME_ENGINES)('files in a bucket (%s)', (engine) => {
	const open = (answerMs?: number) =>
		makeTestAppWith(engine, { bucket: s3.settings(`${randomUUID()}/`, answerMs) });
	let site: TestApp;
	beforeAll(async () => {
		site = await open();
	});
	afterAll(() => site.close());
	afterEach(() => {
		s3.faults.kind = 'none';
		s3.faults.drop();
	});

	const breakStore = (kind: Faults['kind']) => {
		s3.faults.kind = kind;
		s3.faults.drop();
	};
	const get = (url: string, headers: Record<string, string> = {}) => site.inject({ url, headers });
	const countStored = async ({ files, database, dataDir }: TestApp) => ({
		contents: (await Array.fromAsync(files.list())).length,
		rows: (await database.read.selectFrom('files').select('key').execute()).length,
		underWay: (await readdir(join(dataDir, 'files/tmp'))).length,
	});

	it('are stored and removed as on a disk', async () => {
		const content = await pdf('Paper 1');
		const { status, body } = await upload(site, 'Paper 1.pdf', content);
		expect(status).toBe(201);
		const download = await get(body.url);
		expect(download.statusCode).toBe(200);
		expect(download.rawPayload.equals(content)).toBe(true);
		expect(download.headers).toMatchObject({
			'content-disposition': 'attachment; filename="Paper 1.pdf"',
			'content-security-policy': "sandbox; default-src 'none'",
		});
		const part = await get(body.url, { range: 'bytes=1-3' });
		expect({ status: part.statusCode, body: part.body }).toEqual({ status: 206, body: 'PDF' });
		expect(await readdir(join(site.dataDir, 'files'))).toEqual(['tmp']);
	});

	it.each<[string, Faults['kind']]>([
		['down', 'down'],
		['silent', 'silent'],
		['failing', 500],
		['refusing', 403],
	])('are refused while the store is %s, and leave nothing', async (_, kind) => {
		const target = kind === 'silent' ? await open(5_000) : site;
		const before = await countStored(target);
		breakStore(kind);
		const answer = await upload(target, 'a.pdf', await pdf(randomUUID()));
		expect(answer).toMatchObject({
			status: 503,
			headers: { 'retry-after': '5' },
			body: {
				success: false,
				code: 'files_unavailable',
				error: 'Files cannot be reached right now. Please try again in a moment.',
			},
		});
		breakStore('none');
		expect(await countStored(target)).toEqual(before);
		if (target !== site) await target.close();
	});

	it('fail with an error code of their own if they cannot be read', async () => {
		const { body } = await upload(site, 'a.pdf', await pdf(randomUUID()));
		for (const [kind, status, code] of [
			['down', 503, 'files_unavailable'],
			[403, 502, 'files_failed'],
		] as const) {
			breakStore(kind);
			const answer = await get(body.url);
			expect(answer.statusCode).toBe(status);
			expect(answer.json()).toMatchObject({ success: false, code });
			expect(answer.headers).not.toHaveProperty('etag');
		}
		breakStore('none');
		expect((await get(body.url)).statusCode).toBe(200);
	});

	it('do not block other requests while the store does not respond', async () => {
		const { body } = await upload(site, 'a.pdf', await pdf(randomUUID()));
		await site.database.write((trx) =>
			trx
				.updateTable('files')
				.set({ uploaded_at: new Date(0).toISOString() })
				.execute(),
		);
		breakStore('silent');
		const waiting = Promise.allSettled([
			...Array.from({ length: 12 }, async () => upload(site, 'a.pdf', await pdf(randomUUID()))),
			...Array.from({ length: 12 }, () => get(body.url)),
			sweepFiles(site),
		]);
		const took: number[] = [];
		for (let at = 1; at <= 8; at++) {
			const started = performance.now();
			const { status } = await site.call('POST', '/courses', {
				name: `C${at}`,
				order_num: at,
				category_id: 'cat_artisan',
			});
			expect(status).toBe(201);
			took.push(performance.now() - started);
		}
		breakStore('down');
		await waiting;
		// Less than the timeout of the store; the median, because the machine may be slow at times.
		if (AT_LENGTH) expect(took.toSorted((a, b) => a - b)[4]).toBeLessThan(4_000);
	});
});

describe('files in a bucket with signed links', () => {
	let site: TestApp;
	beforeAll(async () => {
		const bucket = { ...s3.settings(`${randomUUID()}/`), signedLinks: true };
		site = await makeTestAppWith('sqlite', { bucket });
	});
	afterAll(() => site.close());

	it('give learners the same link for ten minutes, which caches may keep', async () => {
		const content = await pdf('Paper 2');
		const { body } = await upload(site, 'Paper 2.pdf', content);
		const make = createContent(site);
		const { id: courseId } = await make.course();
		const { id: subjectId } = await make.subject({ courseId });
		const fields = { freeTopic: true, topicUrl: body.url };
		const { id } = await make.topic({ courseId, subjectId }, fields);
		const ask = async () => (await site.anyone('GET', `/v1/files/${id}`)).body.data;
		const { url, until } = await ask();
		expect((await ask()).url).toBe(url);
		const left = Date.parse(until) - Date.now();
		expect(left).toBeGreaterThan(9 * 60_000);
		expect(left).toBeLessThanOrEqual(20 * 60_000);
		const fetched = await fetch(url);
		expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true);
		expect(fetched.headers.get('cache-control')).toBe('public, max-age=600');
	});

	it('redirect to a short-lived link, except for scripts', async () => {
		const content = await pdf('Paper 1');
		const { body } = await upload(site, 'Paper “1”.pdf', content);
		const answer = await site.inject({ url: body.url });
		expect(answer.statusCode).toBe(302);
		expect(answer.headers['cache-control']).toBe('no-store');
		const fetched = await fetch(String(answer.headers.location));
		expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true);
		expect(fetched.headers.get('content-type')).toBe('application/pdf');
		expect(fetched.headers.get('content-disposition')).toBe(
			`attachment; filename="Paper ?1?.pdf"; filename*=UTF-8''Paper%20%E2%80%9C1%E2%80%9D.pdf`,
		);
		const script = { 'sec-fetch-mode': 'cors', range: 'bytes=0-3' };
		const part = await site.inject({ url: body.url, headers: script });
		expect({ status: part.statusCode, body: part.body }).toEqual({ status: 206, body: '%PDF' });
	});
});
