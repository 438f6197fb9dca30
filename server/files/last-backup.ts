import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '#shared/zod.ts';
import { giveToFolderOwner } from '../owner.ts';

/** What is remembered of a backup on the machine that made it. */
const backupRecord = z.object({
	/** The moment that it holds, ISO 8601 in UTC. */
	at: z.iso.datetime(),
	to: z.string(),
	bytes: z.number(),
	rows: z.number(),
	files: z.number(),
	/** Files that it lacks. */
	lost: z.number(),
});
export type BackupRecord = z.infer<typeof backupRecord>;

const pathIn = (dataDir: string) => join(dataDir, 'last-backup.json');

/** Remembers a backup as the last one of this data folder. */
export const recordBackup = async (dataDir: string, record: BackupRecord) => {
	const path = pathIn(dataDir);
	await writeFile(`${path}.new`, JSON.stringify(record), { mode: 0o600 });
	giveToFolderOwner(`${path}.new`);
	await rename(`${path}.new`, path);
};

/** The last backup made with this data folder; undefined where none is remembered. */
export const lastBackup = async (dataDir: string): Promise<BackupRecord | undefined> => {
	try {
		return backupRecord.parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8')));
	} catch {
		// None yet, or one that somebody else has written over.
		return undefined;
	}
};
