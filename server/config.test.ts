import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getSecret, listPublicUrls, makeDataDir, readConfig, requireSecret } from './config.ts';
import { ConfigError } from './platform/settings/env.ts';
import { makeTestFolder } from './testing/folder.ts';

/** Returns the sentence that refuses a setting, or undefined. */
const complaint = (env: Record<string, string>) => {
	try {
		readConfig(env);
	} catch (error) {
		expect(error).toBeInstanceOf(ConfigError);
		return (error as Error).message;
	}
	return undefined;
};

describe('the settings', () => {
	it('have defaults that start the product without any', () => {
		for (const env of [{}, { HOST: '', PORT: ' ', DATA_DIR: '', SAMPLE_DATA: '' }])
			expect(readConfig(env)).toMatchObject({
				host: '127.0.0.1',
				port: 4000,
				publicUrls: ['http://127.0.0.1:4000', 'http://localhost:4000'],
				dataDir: resolve('./data'),
				databaseUrl: undefined,
				bucket: undefined,
				productName: 'Ufundi',
				sampleData: false,
				trustProxy: false,
				corsOrigins: [],
			});
	});

	it('set the retention of the trash', () => {
		expect(readConfig({}).trashDays).toBe(30);
		for (const days of [1, 3650])
			expect(readConfig({ TRASH_DAYS: ` ${days} ` }).trashDays).toBe(days);
		for (const days of ['0', '3651', '-1', '1.5', '030', 'never'])
			expect(complaint({ TRASH_DAYS: days })).toBe(
				`TRASH_DAYS must be a whole number from 1 to 3650, not "${days}".`,
			);
	});

	it('turn OCR on unless it is turned off', () => {
		expect(readConfig({}).ocr).toBe(true);
		for (const value of ['off', '0']) expect(readConfig({ OCR: value }).ocr).toBe(false);
		expect(complaint({ OCR: 'no' })).toBe('OCR must be 1 or 0, not "no".');
	});

	it('can mask phones', () => {
		expect(readConfig({}).maskPhones).toBe(false);
		expect(readConfig({ MASK_PHONES: '1' }).maskPhones).toBe(true);
	});

	it('are read unchanged', () => {
		const settings = readConfig({
			HOST: '0.0.0.0',
			PORT: ' 8080 ',
			DATA_DIR: '/srv/ufundi',
			DATABASE_URL: 'postgres://u:p@db.example.org:5432/ufundi?sslmode=verify-full',
			PRODUCT_NAME: 'Elimu & Ufundi',
			SAMPLE_DATA: '1',
			PUBLIC_URL: 'https://Console.Example.org/',
			TRUST_PROXY: '10.0.0.0/8, ::1,192.168.1.1',
			CORS_ORIGINS: 'https://a.example.org, http://b.example.org:8080',
			LOG_LEVEL: 'info',
		});
		expect(settings).toMatchObject({
			host: '0.0.0.0',
			port: 8080,
			dataDir: '/srv/ufundi',
			databaseUrl: 'postgres://u:p@db.example.org:5432/ufundi?sslmode=verify-full',
			productName: 'Elimu & Ufundi',
			sampleData: true,
			publicUrls: ['https://console.example.org'],
			trustProxy: ['10.0.0.0/8', '::1', '192.168.1.1'],
			corsOrigins: ['https://a.example.org', 'http://b.example.org:8080'],
			logLevel: 'info',
		});
	});

	it.each([
		...['-1', '65536', '1e3', '80.5', '0x50', 'http', '٨٠'].map((value) => ['PORT', value]),
		...['a b', 'http://x', '-', 'x_y', '[::1]', '127.0.0.1:80', '256.1.1.1', '1.2.3.4.5'].map(
			(value) => ['HOST', value],
		),
		['PRODUCT_NAME', 'x'.repeat(41)],
		['PRODUCT_NAME', 'Elimu\u202e'],
		['MAIL_FROM', 'nobody'],
		['PUBLIC_URL', 'https://jane:word@console.example.org'],
		...['yes', 'true', '2', 'sample'].map((value) => ['SAMPLE_DATA', value]),
		...['mysql://x/y', 'localhost', '/var/db', 'postgres', 'postgres://u:50%off@x/y'].map(
			(value) => ['DATABASE_URL', value],
		),
		...['console.example.org', 'ftp://x', 'https://x/console', 'https://x?y', 'https://'].map(
			(value) => ['PUBLIC_URL', value],
		),
		...[
			'true',
			'*',
			'10.0.0.0/33',
			'::/129',
			'10.0.0.0/8/8',
			'10.0.0/8',
			'1.2.3.4,any',
			'0.0.0.0/0',
			'10.0.0.0/8,::/0',
			'::ffff:10.0.0.0/104',
			'fe80::1%eth0',
		].map((value) => ['TRUST_PROXY', value]),
		...['*', 'null', 'a.example.org', 'https://a.example.org,b', 'https://*.example.org/x'].map(
			(value) => ['CORS_ORIGINS', value],
		),
		...['loud', 'WARN', '30', 'debug', 'trace'].map((value) => ['LOG_LEVEL', value]),
		...['/srv/files', 'https://bucket', 's3://x'].map((value) => ['FILES_URL', value]),
		['DATABASE_REPLICA_URL', 'postgres://replica/x'],
		...['smtp://x', 'http://x', 'mail.example.org'].map((value) => ['SMTP_URL', value]),
		...['changeme', 'x'.repeat(64), `${'0123456789'.repeat(3)}change-me`, 'a1b2c3d4e5f6'].map(
			(value) => ['SECRET', value],
		),
		['ADMIN_EMAIL', 'jane@example.org'],
		['ADMIN_PASSWORD', 'correct horse battery staple'],
		...['yes', '1', 'none'].map((value) => ['RATE_LIMITS', value]),
	] as [string, string][])('refuse %s=%s in one sentence that names it', (name, value) => {
		const sentence = complaint({ [name]: value });
		expect(sentence).toMatch(new RegExp(`^${name} .*\\.$`));
		expect(sentence).not.toContain('\n');
	});

	it('set a bucket for the files, with its keys', () => {
		const FILES_URL = 's3://papers/console?endpoint=https://s3.example.org';
		const AWS_SECRET_ACCESS_KEY = 'secret';
		expect(complaint({ FILES_URL, AWS_SECRET_ACCESS_KEY })).toBe(
			'AWS_ACCESS_KEY_ID is needed where FILES_URL is set.',
		);
		const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
		expect(readConfig({ FILES_URL, ...keys }).bucket).toMatchObject({
			bucket: 'papers',
			prefix: 'console/',
			endpoint: 'https://s3.example.org',
		});
	});

	it('that require each other are read together, and refused if one is wrong', () => {
		const admin = { ADMIN_EMAIL: 'Jane@Example.org', ADMIN_PASSWORD: ' a long pass phrase ' };
		expect(readConfig(admin).firstAdmin).toEqual({
			email: 'jane@example.org',
			password: ' a long pass phrase ',
		});
		expect(complaint({ ...admin, ADMIN_EMAIL: 'jane' })).toMatch(/^ADMIN_EMAIL must /);
		expect(complaint({ ...admin, ADMIN_PASSWORD: 'short' })).toMatch(/^ADMIN_PASSWORD must /);
		const mail = { SMTP_URL: 'smtps://u:p@mail.example.org', MAIL_FROM: 'Ufundi <a@example.org>' };
		expect(readConfig(mail).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM });
		expect(complaint({ ...mail, MAIL_FROM: 'nobody' })).toMatch(/^MAIL_FROM must /);
	});

	it('enable rate limits, and can disable them only on loopback', () => {
		expect(readConfig({}).rateLimits).toBe(true);
		expect(readConfig({ RATE_LIMITS: 'off' }).rateLimits).toBe(false);
		expect(complaint({ RATE_LIMITS: 'off', HOST: '0.0.0.0' })).toMatch(/^RATE_LIMITS may /);
	});

	it('list plans, and refuse a price for two plans', () => {
		expect(readConfig({ PLANS: '1:600, 1:500,3:1700' }).plans).toEqual([
			{ months: 1, amount: 600 },
			{ months: 1, amount: 500 },
			{ months: 3, amount: 1700 },
		]);
		for (const PLANS of ['1:600,3:600', '0:600', '37:600', '1:0', '1:600.50', '1', '1:250001'])
			expect(complaint({ PLANS })).toMatch(/^PLANS must /);
	});

	it('do not repeat the password of a database address', () => {
		expect(complaint({ DATABASE_URL: 'mysql://u:hunter2@x/y' })).not.toContain('hunter2');
	});
});

describe('the addresses of the site', () => {
	it('are both names of this machine on loopback', () => {
		expect(listPublicUrls('127.0.0.1', 4000)).toEqual([
			'http://127.0.0.1:4000',
			'http://localhost:4000',
		]);
		expect(listPublicUrls('localhost', 80)).toEqual(['http://localhost:80', 'http://127.0.0.1:80']);
		expect(listPublicUrls('::1', 80)).toEqual(['http://[::1]:80', 'http://localhost:80']);
	});

	it('are the configured address, or the one it listens on', () => {
		expect(listPublicUrls('127.0.0.1', 4000, 'https://x.example')).toEqual(['https://x.example']);
		expect(listPublicUrls('10.0.0.7', 4000)).toEqual(['http://10.0.0.7:4000']);
		expect(listPublicUrls('2001:db8::7', 4000)).toEqual(['http://[2001:db8::7]:4000']);
	});
});

describe('the secret', () => {
	it('is generated once for a data folder, readable by its owner only, unless SECRET is set', () => {
		const dataDir = makeTestFolder();
		const config = readConfig({ DATA_DIR: dataDir });
		const made = getSecret(config);
		expect(made).toMatch(/^[0-9a-f]{64}$/);
		expect(getSecret(config)).toBe(made);
		expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
		const SECRET = '0f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c';
		expect(getSecret(readConfig({ DATA_DIR: dataDir, SECRET }))).toBe(SECRET);
		writeFileSync(join(dataDir, 'secret'), 'changeme');
		expect(() => getSecret(config)).toThrow(/^DATA_DIR .*\.$/);
	});

	it('must be set if several servers may share a database', () => {
		const config = readConfig({ DATABASE_URL: 'postgres://db/x' });
		expect(() => requireSecret(config)).toThrow(/^SECRET is needed /);
	});
});

describe('the data folder', () => {
	it('is created for its owner only, or refused in one sentence that names it', () => {
		const folder = makeTestFolder();
		const made = join(folder, 'a/b');
		makeDataDir(made);
		makeDataDir(made);
		expect(statSync(made).mode & 0o777).toBe(0o700);
		const file = join(folder, 'file');
		writeFileSync(file, '');
		for (const path of [file, join(file, 'below')])
			expect(() => makeDataDir(path)).toThrow(/^DATA_DIR cannot be used: .*\.$/);
	});
});
