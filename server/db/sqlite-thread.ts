import { parentPort, workerData } from 'node:worker_threads';
import { type Beginning, END } from '../thread.ts';
import { openFile } from './sqlite-file.ts';
import { withStatementCache } from './sqlite-statements.ts';

/** A statement for the thread. */
export interface Asked {
	sql: string;
	parameters: readonly unknown[];
}

/** What a statement came to. An error's class and code would not come through as they are. */
export type Answered = { rows: unknown[] } | { message: string; code: string | undefined };

const open = () => {
	const db = openFile((workerData as Beginning<string>).data, true);
	return { db, statements: withStatementCache(db) };
};
let opened: ReturnType<typeof open> | undefined;

const run = ({ sql, parameters }: Asked): Answered => {
	try {
		// Here, so that a file which cannot be opened just now is an answer, and may be opened later.
		opened ??= open();
		// An I/O error has ended the transaction by itself; rolling back then would hide it.
		if (sql === 'rollback' && !opened.db.inTransaction) return { rows: [] };
		const statement = opened.statements.prepare(sql);
		if (statement.reader) return { rows: statement.all(parameters) };
		statement.run(parameters);
		return { rows: [] };
	} catch (error) {
		const { message, code } = error as Error & { code?: string };
		return { message, code };
	}
};

// One statement after the other, as they come: answers need no number.
parentPort?.on('message', (asked: Asked | typeof END) => {
	if (asked !== END) return parentPort?.postMessage(run(asked));
	opened?.db.close();
	parentPort?.close();
});
