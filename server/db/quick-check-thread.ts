import { parentPort, workerData } from 'node:worker_threads';
import { openFile } from './sqlite-file.ts';

/** What was found: `'ok'`, or the damage in SQLite's words; or why nobody could look. */
export type Checked = { found: string } | { message: string };

const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

const check = (file: string): Checked => {
	try {
		const db = openFile(file, true);
		try {
			return { found: String(db.pragma('quick_check(1)', { simple: true })) };
		} finally {
			db.close();
		}
	} catch (error) {
		const { message, code } = error as Error & { code?: string };
		return DAMAGED.test(code ?? '') ? { found: message } : { message };
	}
};

parentPort?.postMessage(check(workerData as string));
