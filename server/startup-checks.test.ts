import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeFile } from './content/files/upload.ts';
import { openDatabase } from './open-database.ts';
import { SYSTEM_CONTEXT } from './platform/audit-context.ts';
import { getSqlitePath } from './platform/db/sqlite.ts';
import { openDiskStore } from './platform/files/disk.ts';
import { pdf } from './platform/files/fixtures/documents.ts';
import { refuseMissingDatabase, refuseMissingFiles } from './startup-checks.ts';
import { makeTestFolder } from './testing/folder.ts';

let dataDir: string;
beforeEach(() => {
	dataDir = makeTestFolder();
});

const refusal = () => {
	try {
		refuseMissingDatabase(dataDir);
	} catch (error) {
		return (error as Error).message;
	}
};

describe('a data folder', () => {
	it('is accepted if it is empty, or has only the locks and the folder of uploads', () => {
		expect(refusal()).toBeUndefined();
		mkdirSync(join(dataDir, 'files/tmp'), { recursive: true });
		for (const name of ['ufundi.lock', 'ufundi.db']) writeFileSync(join(dataDir, name), '');
		expect(refusal()).toBeUndefined();
	});

	it('is refused with files or a secret but no database, in one sentence that says what to do', () => {
		writeFileSync(getSqlitePath(dataDir), '');
		mkdirSync(join(dataDir, 'files/a7'), { recursive: true });
		expect(refusal()).toMatch(/^DATA_DIR: .* holds files but no database; restore a backup .*\.$/);
		writeFileSync(join(dataDir, 'secret'), 'x');
		expect(refusal()).toMatch(/ holds a secret but no database; /);
		writeFileSync(getSqlitePath(dataDir), 'something');
		expect(refusal()).toBeUndefined();
	});

	it('is refused with the log of a database that is missing, and keeps the log', () => {
		const log = `${getSqlitePath(dataDir)}-wal`;
		writeFileSync(log, '');
		expect(refusal()).toBeUndefined();
		writeFileSync(log, 'pages');
		expect(refusal()).toMatch(
			/^DATA_DIR: .*ufundi\.db-wal holds the last writes of a database that /,
		);
		expect(readFileSync(log, 'utf8')).toBe('pages');
		writeFileSync(getSqlitePath(dataDir), 'something');
		expect(refusal()).toBeUndefined();
	});

	it('is refused after an interrupted restore', () => {
		writeFileSync(`${getSqlitePath(dataDir)}.making`, 'half');
		expect(refusal()).toMatch(
			/^DATA_DIR: a restore did not end, .*ufundi\.db\.making; run it again/,
		);
	});

	it('is refused without the folder of its files', async () => {
		const database = await openDatabase({ dataDir });
		const files = join(dataDir, 'files');
		await refuseMissingFiles(dataDir, database.read);
		const store = { database, files: await openDiskStore(files) };
		await storeFile(
			store,
			{ name: 'a.pdf', content: Readable.from([await pdf('A paper')]) },
			SYSTEM_CONTEXT,
		);
		await refuseMissingFiles(dataDir, database.read);
		rmSync(files, { recursive: true });
		await expect(refuseMissingFiles(dataDir, database.read)).rejects.toThrow(
			/^DATA_DIR: the folder .* is gone, and the database knows files; .*\.$/,
		);
		mkdirSync(files);
		await refuseMissingFiles(dataDir, database.read);
		await database.close();
	});
});
