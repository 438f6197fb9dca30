import { parentPort, workerData } from 'node:worker_threads';
import { type Beginning, END } from '../thread.ts';
import { openFile } from './sqlite-file.ts';

/** What was found: `'ok'`, or the damage in SQLite's words; or why nobody could look. */
export type Checked = { found: string } | { message: string };

const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

const check = (): Checked => {
	try {
		const db = openFile((workerData as Beginning<string>).data, true);
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

parentPort?.on('message', (asked: 'check' | typeof END) => {
	if (asked === END) parentPort?.close();
	else parentPort?.postMessage(check());
});
