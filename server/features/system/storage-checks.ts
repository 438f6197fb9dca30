import { numberOf } from '#shared/grouped.ts';
import { check, HOUR_MS, size } from './check.ts';
import type { Readings } from './readings.ts';

const ENGINES = {
	sqlite: { name: 'SQLite', hasBackups: false },
	// By tools of its own, which leave no trace here.
	postgres: { name: 'PostgreSQL', hasBackups: true },
};

/** Its kind, its size, and whether it is whole. */
export const database = ({ engine, bytes, damage }: Readings['database']) =>
	check('Database', `${ENGINES[engine].name}, ${size(bytes)}`, {
		act:
			damage !== undefined &&
			`It is damaged (${damage}). Stop the server, keep the data folder, and restore the last backup into another.`,
	});

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
	return check('Files', says, { act: advice });
};

/** Room on the disk. */
export const disk = ({ free, size: whole, floor }: Readings['disk']) =>
	check('Disk', `${size(free)} of ${size(whole)} are free`, {
		act: free < floor && `Uploads are refused. Free at least ${size(floor)} on this disk.`,
		look:
			free < 2 * floor && `Uploads stop below ${size(floor)}. Make room, or move to a larger disk.`,
	});

/** What was saved longer ago than this is old. */
const BACKUP_MS = 8 * 24 * HOUR_MS;

/** How old the last backup is. */
export const backup = ({ backup: last, database: { engine } }: Readings, now: number) => {
	const name = 'Backup';
	const how =
		'`npm run ufundi -- backup` makes one; docs/operations.md says how to have it made daily.';
	if (!last)
		return check(name, 'None has been made with `ufundi backup`', {
			look: !ENGINES[engine].hasBackups && how,
		});
	const isOld = now - Date.parse(last.at) > BACKUP_MS;
	const lost = `It lacks ${numberOf(last.lost, 'file')}: \`npm run ufundi -- files verify\` says which.`;
	const advice = {
		act: last.lost > 0 && lost,
		look: isOld && `That is more than a week ago. ${how}`,
	};
	return check(name, 'The last one was made', advice, last.at);
};
