import { rm } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { lockDataDir } from '../platform/db/data-lock.ts';
import { startProvider } from '../platform/sign-in/fixtures/provider.ts';
import { makeTestAppWith } from '../testing/app.ts';
import { makeTestFolder } from '../testing/folder.ts';
import { runHere, runUfundi } from './fixtures/run.ts';
import { makeFolder, SOUND } from './import/fixtures/folder.ts';

let dataDir: string;
beforeEach(() => {
	dataDir = makeTestFolder();
});

const buildEnv = () => ({ DATA_DIR: dataDir, DATABASE_URL: '' });
const ufundi = (...args: string[]) => runHere(args, buildEnv());
const ufundiApart = (...args: string[]) => runUfundi(args, buildEnv());

const courseCount = async () => {
	const database = await openDatabase({ dataDir });
	const rows = await database.read.selectFrom('courses').select('id').execute();
	await database.close();
	return rows.length;
};

const REFUSED = { ...SOUND, 'topics.csv': 'subject,name\ns,\n' };

describe('ufundi', () => {
	it('lists its commands, and the usage of each', async () => {
		expect(await ufundi('--help')).toMatchObject({
			code: 0,
			out: expect.stringContaining('  import '),
		});
		expect(await ufundi('import', '--help')).toMatchObject({
			code: 0,
			out: expect.stringContaining('--dry-run'),
		});
	});

	it('checks that the identity provider answers, and has the issuer of the settings', async () => {
		await (await openDatabase({ dataDir })).close();
		const provider = await startProvider(() => 'http://127.0.0.1:4000');
		const check = async (issuer: string) => {
			const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'ufundi', OIDC_CLIENT_SECRET: 'a secret' };
			const { code, out, err } = await runHere(['check'], { ...buildEnv(), ...env });
			return { code, text: out + err };
		};
		const good = await check(provider.issuer);
		expect(good.text).toContain(`The identity provider ${provider.issuer} answers.`);
		expect(good.code).toBe(0);
		const other = `${provider.issuer}/`;
		const wrong = await check(other);
		expect(wrong.text).toContain(`the provider calls itself ${provider.issuer}`);
		expect(wrong.code).toBe(1);
		await provider.close();
		expect(await check(provider.issuer)).toMatchObject({
			code: 1,
			text: expect.stringContaining(`${provider.issuer} cannot be used: `),
		});
	});

	it('compares the statistics next to a server, and rebuilds them only without one', async () => {
		await (await openDatabase({ dataDir })).close();
		const unlock = lockDataDir(dataDir);
		expect(await ufundi('statistics')).toMatchObject({
			code: 0,
			out: expect.stringContaining('All figures match the payments.'),
		});
		expect(await ufundi('statistics', '--rebuild')).toMatchObject({
			code: 1,
			err: `Another Ufundi server is using the data folder ${dataDir}.\n`,
		});
		unlock();
		expect(await ufundi('statistics', '--rebuild')).toMatchObject({ code: 0 });
	});

	it('prints a line for each check that needs attention, and for a server that is not ready', async () => {
		await (await openDatabase({ dataDir })).close();
		const { code, out } = await runHere(['status'], { ...buildEnv(), PORT: '1' });
		expect(code).toBe(1);
		expect(out.split('\n')).toEqual([
			'Backup: No backup yet. Run `npm run ufundi -- backup`. docs/operations.md describes daily backups.',
			'Server: http://127.0.0.1:1/readyz does not answer that it is ready.',
			'',
		]);
	});

	it('exits with code 2 for wrong usage', async () => {
		const calls = [
			[],
			['export'],
			['audit'],
			['audit', 'forget'],
			['import', '--quickly', 'x'],
			['import', 'a', 'b'],
		];
		for (const args of calls) expect((await ufundi(...args)).code, `${args}`).toBe(2);
	});

	it('exits with code 1 and imports nothing if a row is refused', async () => {
		const { code, out } = await ufundiApart('import', await makeFolder(REFUSED));
		expect(code).toBe(1);
		expect(out.split('\n').slice(0, 2)).toEqual([
			'topics.csv, row 2: Topic name is required',
			'Nothing was imported: 1 problem.',
		]);
		expect(await courseCount()).toBe(0);
	});

	it('imports next to a server, which sees the rows at once', async () => {
		const site = await makeTestAppWith('sqlite', {});
		await rm(dataDir, { recursive: true });
		({ dataDir } = site);
		const unlock = lockDataDir(dataDir);
		try {
			expect((await site.call('GET', '/courses')).body.data).toEqual([]);
			const { code, out } = await ufundiApart('import', await makeFolder(SOUND));
			expect({ code, out: out.slice(0, 17) }).toEqual({ code: 0, out: 'Imported 1 course' });
			expect((await site.call('GET', '/courses')).body.data).toMatchObject([
				{ name: 'Artisan in Masonry' },
			]);
		} finally {
			unlock();
			await site.close();
		}
	});

	it('writes the audit trail as lines of JSON next to a server', async () => {
		await ufundi('import', await makeFolder(SOUND));
		const unlock = lockDataDir(dataDir);
		const { code, out, err } = await ufundiApart('audit', 'export');
		unlock();
		expect({ code, err }).toEqual({ code: 0, err: '' });
		const rows = out
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line));
		expect(rows).toHaveLength(7);
		expect(rows.at(-1)).toMatchObject({ action: 'import' });
		expect((await ufundi('audit', 'verify')).code).toBe(2);
	});
});
