import type Sqlite from 'better-sqlite3';

/** Columns that SQLite keeps as 0 and 1, by the name under which a query returns them. */
const BOOLEANS = new Set([
	...['published', 'free'],
	...['trusted_device', 'two_factor_enabled', 'email_verified', 'enabled', 'verified'],
]);

const bindable = (parameters: readonly unknown[]) =>
	parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));

/** What Kysely needs of a statement: booleans made numbers on the way in and back on the way out. */
const prepared = (db: Sqlite.Database, text: string) => {
	const statement = db.prepare(text);
	const booleans = statement.reader
		? statement.columns().flatMap(({ name }) => (BOOLEANS.has(name) ? [name] : []))
		: [];
	const restore = (row: Record<string, unknown>) => {
		for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1;
		return row;
	};
	return {
		reader: statement.reader,
		all: (parameters: readonly unknown[]) => {
			const rows = statement.all(bindable(parameters)) as Record<string, unknown>[];
			if (booleans.length > 0) rows.forEach(restore);
			return rows;
		},
		run: (parameters: readonly unknown[]) => statement.run(bindable(parameters)),
		// A statement that is being stepped through cannot serve another query, so this one is its own.
		*iterate(parameters: readonly unknown[]) {
			for (const row of db.prepare(text).iterate(bindable(parameters)))
				yield restore(row as Record<string, unknown>);
		},
	};
};

const MAX_STATEMENTS = 500;

/** Wraps a database for Kysely's dialect: prepares each statement once, and maps booleans to 0 and 1. */
export const withStatementCache = (db: Sqlite.Database) => {
	const statements = new Map<string, ReturnType<typeof prepared>>();
	return {
		/** Kept for the next time its text comes by. */
		prepare: (text: string) => {
			const known = statements.get(text);
			if (known) return known;
			if (statements.size >= MAX_STATEMENTS) statements.clear();
			const statement = prepared(db, text);
			statements.set(text, statement);
			return statement;
		},
		close: () => db.close(),
	};
};
