import type { Db, Trx } from '../db/database.ts';

interface LastBackupRow {
	id: number;
	at: string;
	destination: string;
	lost: number;
}

declare module '../db/schema.ts' {
	interface Schema {
		last_backup: LastBackupRow;
	}
}

export type BackupRecord = Omit<LastBackupRow, 'id'>;

/** Returns the last backup of a database; undefined if none is recorded. */
export const readLastBackup = (db: Db): Promise<BackupRecord | undefined> =>
	db.selectFrom('last_backup').select(['at', 'destination', 'lost']).executeTakeFirst();

/** Records a backup as the last one. */
export const recordBackup = async (trx: Trx, record: BackupRecord) => {
	await trx
		.insertInto('last_backup')
		.values({ id: 1, ...record })
		.onConflict((conflict) => conflict.column('id').doUpdateSet(record))
		.execute();
};
