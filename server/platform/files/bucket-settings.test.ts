import { describe, expect, it } from 'vitest';
import { parseBucketSettings } from './bucket-settings.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'hunter2' };
const read = (address: string, env: Record<string, string> = KEYS) =>
	parseBucketSettings(address, (name) => env[name]);

describe('the address of a bucket', () => {
	it('is a name with optional parts', () => {
		expect(read('s3://papers')).toEqual({
			bucket: 'papers',
			prefix: '',
			endpoint: undefined,
			region: 'us-east-1',
			signedLinks: false,
			answerMs: 10_000,
			credentials: { accessKeyId: 'id', secretAccessKey: 'hunter2' },
		});
		expect(
			read('s3://papers/a/b/?endpoint=https://s3.example.org:8443&region=ke-1&links=signed', {
				...KEYS,
				AWS_SESSION_TOKEN: 'token',
				AWS_REGION: 'eu-west-1',
			}),
		).toEqual({
			bucket: 'papers',
			prefix: 'a/b/',
			endpoint: 'https://s3.example.org:8443',
			region: 'ke-1',
			signedLinks: true,
			answerMs: 10_000,
			credentials: { accessKeyId: 'id', secretAccessKey: 'hunter2', sessionToken: 'token' },
		});
		expect(read('s3://papers', { ...KEYS, AWS_REGION: 'eu-west-1' })).toMatchObject({
			region: 'eu-west-1',
		});
	});

	it('needs no keys if the machine has a role', () => {
		for (const role of [{}, { AWS_WEB_IDENTITY_TOKEN_FILE: '/run/token' }])
			expect(read('s3://papers', role)).toMatchObject({ credentials: undefined });
	});

	it.each([
		...['papers', 'http://papers', 's3:papers', 's3://', 's3://P_x', 's3://u:p@papers'],
		...['s3://papers/a b', 's3://papers/a//b'],
		...['s3://papers?bucket=x', 's3://papers?links=public', 's3://papers?region=ke%201'],
		...['?endpoint=s3.example.org', '?endpoint=https://x/y', '?endpoint=ftp://x'].map(
			(query) => `s3://papers${query}`,
		),
		's3://papers?endpoint=http://s3.example.org&links=signed',
	])('%s is refused in one sentence', (address) => {
		const sentence = read(address);
		expect(sentence).toMatch(/^FILES_URL [^\n]*\.$/);
		expect(sentence).not.toContain('hunter2');
	});

	it('is refused with only one of its keys', () => {
		const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = KEYS;
		expect(read('s3://ab')).toMatch(/^FILES_URL must name a bucket of 3 to 63 .*, not "ab"\.$/);
		expect(read('s3://papers', { AWS_SECRET_ACCESS_KEY })).toBe(
			'AWS_ACCESS_KEY_ID is needed where FILES_URL is set.',
		);
		expect(read('s3://papers', { AWS_ACCESS_KEY_ID })).toBe(
			'AWS_SECRET_ACCESS_KEY is needed where FILES_URL is set.',
		);
	});
});
