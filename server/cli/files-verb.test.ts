import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_CONTEXT } from '../audit-context.ts';
import { rowOf, saveFile } from '../features/files/store.ts';
import { type S3, startS3 } from '../files/fixtures/s3.ts';
import { openFileStore } from '../files/open.ts';
import { openDatabase } from '../open-database.ts';
import { folderOfTest } from '../test-folder.ts';
import { runUfundi } from './fixtures/run.ts';

// Each test starts the real command several times.
let s3: S3;
let dataDir: string;
beforeAll(async () => {
	s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(() => {
	dataDir = folderOfTest();
});

const inBucket = () => {
	const settings = s3.settings('copied/');
	const FILES_URL = `s3://${settings.bucket}/copied?endpoint=${settings.endpoint}`;
	return { FILES_URL, AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
};

/** Runs the real command, and resolves when it has ended. */
const files = async (verb: string, env: Record<string, string> = {}) => {
	const { out, ...ended } = await runUfundi(['files', verb], {
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
		const row = rowOf({ sha256, name: `${content}.pdf`, ext: 'pdf', size: content.length });
		await database.write((trx) => saveFile(trx, row, SYSTEM_CONTEXT));
	}
	await database.close();
};

describe('ufundi files copy', () => {
	it('copies what is not there yet, however often it is run', async () => {
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

	it('puts right what is damaged in the store, also where its size is right', async () => {
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

	it('needs no keys on a machine that has a role', async () => {
		const keys = { Code: 'Success', AccessKeyId: 'S3RVER', SecretAccessKey: 'S3RVER' };
		const metadata = createServer(({ url = '' }, reply) => {
			if (url.startsWith('/latest/api/token'))
				return reply.setHeader('x-aws-ec2-metadata-token-ttl-seconds', 600).end('token');
			const ends = { Expiration: new Date(Date.now() + 3_600_000).toISOString(), Token: 'x' };
			reply.end(
				url.endsWith('/papers-role') ? JSON.stringify({ ...keys, ...ends }) : 'papers-role',
			);
		}).listen(0, '127.0.0.1');
		await once(metadata, 'listening');
		const { port } = metadata.address() as AddressInfo;
		const { FILES_URL } = inBucket();
		await add('nine');
		const role = { AWS_EC2_METADATA_SERVICE_ENDPOINT: `http://127.0.0.1:${port}` };
		const { lines, err } = await files('copy', { FILES_URL, ...role });
		metadata.close();
		expect({ lines, err }).toEqual({
			lines: [expect.stringMatching(/^Copied 1 file/)],
			err: '',
		});
		const none = await files('copy', { FILES_URL, AWS_EC2_METADATA_DISABLED: 'true' });
		expect(none.err).toBe(
			'FILES_URL cannot be used: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, and this machine has no role.\n',
		);
	});

	it('leaves out what is damaged, and says so', async () => {
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

	it('needs a store to copy to, and one that answers', async () => {
		expect(await files('copy', { FILES_URL: '' })).toMatchObject({
			code: 1,
			err: 'FILES_URL must name the store to copy to.\n',
		});
		await add('six');
		expect(await files('copy', { ...inBucket(), AWS_ACCESS_KEY_ID: 'somebody' })).toMatchObject({
			code: 1,
			err: 'FILES_URL cannot be used: the store refuses access to the bucket papers.\n',
		});
		s3.faults.kind = 503;
		const { code, err } = await files('copy', inBucket());
		s3.faults.kind = 'none';
		expect(code).toBe(1);
		expect(err).toBe('Files cannot be reached right now. Please try again in a moment.\n');
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
