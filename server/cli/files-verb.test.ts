import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildRow, saveFile } from '../content/files/store.ts';
import { openDatabase } from '../open-database.ts';
import { SYSTEM_CONTEXT } from '../platform/audit-context.ts';
import { type S3, startS3 } from '../platform/files/fixtures/s3.ts';
import { openFileStore } from '../platform/files/open.ts';
import { makeTestFolder } from '../testing/folder.ts';
import { runHere } from './fixtures/run.ts';

let s3: S3;
let dataDir: string;
beforeAll(async () => {
	s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(() => {
	dataDir = makeTestFolder();
});

const inBucket = () => {
	const settings = s3.settings('copied/');
	const FILES_URL = `s3://${settings.bucket}/copied?endpoint=${settings.endpoint}`;
	return { FILES_URL, AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
};

const files = async (verb: string, env: Record<string, string> = {}) => {
	const { out, ...ended } = await runHere(['files', verb], {
		DATA_DIR: dataDir,
		DATABASE_URL: '',
		...env,
	});
	return { ...ended, lines: out.trimEnd().split('\n') };
};

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

const pathOf = (sha256: string) =>
	join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** Files with rows, on the disk. */
const add = async (...contents: string[]) => {
	const database = await openDatabase({ dataDir });
	for (const content of contents) {
		const sha256 = hashOf(content);
		await mkdir(join(pathOf(sha256), '..'), { recursive: true });
		await writeFile(pathOf(sha256), content);
		const row = buildRow({ sha256, name: `${content}.pdf`, ext: 'pdf', size: content.length });
		await database.write((trx) => saveFile(trx, row, SYSTEM_CONTEXT));
	}
	await database.close();
};

describe('ufundi files copy', () => {
	it('copies missing files, also on repeated runs', async () => {
		await add('one', 'two');
		expect(await files('copy', inBucket())).toEqual({
			code: 0,
			lines: ['Copied 2 files (0.0 MB); 0 were there already.'],
			err: '',
		});
		await add('three');
		expect((await files('copy', inBucket())).lines).toEqual([
			'Copied 1 file (0.0 MB); 2 were there already.',
		]);
		expect(await files('verify', inBucket())).toMatchObject({
			code: 0,
			lines: ['3 files (0.0 MB) sound.'],
		});
	});

	it('repairs damaged files in the store, also those of the right size', async () => {
		await add('seven', 'eight');
		await files('copy', inBucket());
		const { bucket: Bucket, endpoint = '', region, credentials } = s3.settings('copied/');
		const keys = credentials && { credentials };
		const client = new S3Client({ endpoint, region, forcePathStyle: true, ...keys });
		const Key = `copied/${pathOf(hashOf('seven')).slice(-70)}`;
		await client.send(new PutObjectCommand({ Bucket, Key, Body: 'sevne' }));
		expect((await files('verify', inBucket())).code).toBe(1);
		expect((await files('copy', inBucket())).lines).toEqual([
			expect.stringMatching(/^Copied 1 file \(0.0 MB\), of which 1 damaged there; \d+ were/),
		]);
		const { lines } = await files('verify', inBucket());
		expect(lines.join()).not.toContain(hashOf('seven'));
	});

	it('skips damaged files, and reports them', async () => {
		await add('four', 'five');
		await writeFile(pathOf(hashOf('four')), 'fuor');
		const { code, lines } = await files('copy', inBucket());
		expect(code).toBe(1);
		expect(lines).toEqual([
			`Damaged, and not copied: ${hashOf('four')} no longer has the content of that hash.`,
			'Copied 1 file (0.0 MB); 0 were there already.',
		]);
		const bucket = await openFileStore({ dataDir, bucket: s3.settings('copied/') });
		expect(await bucket.has(hashOf('four'))).toBe(false);
		expect(await bucket.has(hashOf('five'))).toBe(true);
	});
});

describe('ufundi files verify', () => {
	it('names damaged and missing files', async () => {
		await add('one', 'two', 'three');
		await writeFile(pathOf(hashOf('one')), 'eno');
		await rm(pathOf(hashOf('two')));
		const { code, lines } = await files('verify');
		expect(code).toBe(1);
		expect(lines).toEqual([
			`Missing: two.pdf (${hashOf('two')})`,
			`Damaged: one.pdf (${hashOf('one')})`,
			'1 file (0.0 MB) sound.',
		]);
	});
});
