import Sqlite from 'better-sqlite3';
import { giveToFolderOwner } from '../owner.ts';

const PRAGMAS = [
	// FULL must be set on every open: a WAL file opened again is back at NORMAL, which may lose
	// the last acknowledged commits with the power.
	'journal_mode = WAL',
	'synchronous = FULL',
	'foreign_keys = ON',
	'busy_timeout = 5000',
	'trusted_schema = OFF',
	'cell_size_check = ON',
	'mmap_size = 0',
	// In KiB, of each connection; what falls out is still in the operating system's memory.
	'cache_size = -2000',
	'journal_size_limit = 67108864',
];

/** Opens a database file, every setting in place that losing nothing and speed want. */
export const openFile = (path: string, readonly: boolean) => {
	const db = new Sqlite(path, { readonly });
	// What SQLite makes beside it gets its owner by itself.
	if (!readonly) giveToFolderOwner(path);
	for (const pragma of readonly ? PRAGMAS.slice(2) : PRAGMAS) db.pragma(pragma);
	return db;
};
