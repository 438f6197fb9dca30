import type { ReplicaState } from '../../db/database.ts';
import { counted, fine, HOUR_MS, size, trouble } from './check.ts';
import type { Readings } from './readings.ts';

const ENGINES = {
	sqlite: { name: 'SQLite', hasBackups: false },
	// By tools of its own, which leave no trace here.
	postgres: { name: 'PostgreSQL', hasBackups: true },
};

/** Its kind, its size, and whether it is whole. */
export const database = ({ engine, bytes, damage }: Readings['database']) => {
	const check = fine('Database', `${ENGINES[engine].name}, ${size(bytes)}`);
	return damage === undefined
		? check
		: trouble(
				check,
				'act',
				`It is damaged (${damage}). Stop the server, keep the data folder, and restore the last backup into another.`,
			);
};

const FILES: Record<Readings['files'], { says: string; advice?: string }> = {
	ok: { says: 'They can be read and written' },
	away: {
		says: 'The store does not answer',
		advice:
			'Look at the store that FILES_URL names, and at the way there. All else works meanwhile.',
	},
	gone: {
		says: 'Their folder cannot be written to',
		advice: 'Look whether its disk is mounted, and whose the folder `files` of the data folder is.',
	},
	lost: {
		says: 'A file is missing',
		advice:
			'`npm run ufundi -- files verify` says which. FILES_URL may name another place than before.',
	},
};

/** Whether files can be had. */
export const files = (state: Readings['files']) => {
	const { says, advice } = FILES[state];
	return advice ? trouble(fine('Files', says), 'act', advice) : fine('Files', says);
};

const REPLICA: Record<ReplicaState['state'], { says: string; advice?: string }> = {
	used: { says: 'Reads come from it as well' },
	away: {
		says: 'It does not answer, and is not read from',
		advice: 'Look at that server. The database itself answers everything meanwhile.',
	},
	behind: {
		says: 'It is too far behind, and is not read from',
		advice: 'Look whether it still streams from the database, and whether it is overloaded.',
	},
	foreign: {
		says: 'It is no replica of this database, and is not read from',
		advice: 'It may have been made a primary. Correct or unset DATABASE_REPLICA_URL, and restart.',
	},
};

/** How the replica fares. */
export const replica = ({ state }: ReplicaState) => {
	const { says, advice } = REPLICA[state];
	const check = fine('Replica', says);
	return advice ? trouble(check, state === 'foreign' ? 'act' : 'look', advice) : check;
};

/** Room on the disk. */
export const disk = (read: NonNullable<Readings['disk']>) => {
	const check = fine('Disk', `${size(read.free)} of ${size(read.size)} are free`);
	const { floor } = read;
	if (read.free < floor)
		return trouble(check, 'act', `Uploads are refused. Free at least ${size(floor)} on this disk.`);
	return read.free < 2 * floor
		? trouble(
				check,
				'look',
				`Uploads stop below ${size(floor)}. Make room, or move to a larger disk.`,
			)
		: check;
};

/** What was saved longer ago than this is old. */
export const BACKUP_MS = 8 * 24 * HOUR_MS;

/** How old the last backup is. */
export const backup = ({ backup: last, database: { engine } }: Readings, now: number) => {
	const name = 'Backup';
	const how =
		'`npm run ufundi -- backup` makes one; docs/operations.md says how to have it made daily.';
	if (!last) {
		const none = fine(name, 'None has been made with `ufundi backup`');
		return ENGINES[engine].hasBackups ? none : trouble(none, 'look', how);
	}
	const check = fine(name, 'The last one was made', last.at);
	if (last.lost > 0)
		return trouble(
			check,
			'act',
			`It lacks ${counted(last.lost, 'file', 'files')}: \`npm run ufundi -- files verify\` says which.`,
		);
	return now - Date.parse(last.at) > BACKUP_MS
		? trouble(check, 'look', `That is more than a week ago. ${how}`)
		: check;
};
