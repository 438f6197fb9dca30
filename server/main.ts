import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { say } from './log.ts';
import type { Open } from './serve.ts';

/*
 * Begins with what hears signals, before the rest is even read: the first process of a container is not ended by one
 * that it does not hear.
 */

const SHUTDOWN_MS = 10_000;
/** From the first to be ended to the last: each finishes what is in flight. */
const ORDER = ['app', 'jobs', 'database', 'folder'] as const;
const open: Open = {};
let isEnding = false;

const stop = async () => {
	isEnding = true;
	setTimeout(() => {
		say('Exiting: open requests did not finish within ten seconds.', 'warn');
		process.exit(1);
	}, SHUTDOWN_MS).unref();
	for (const name of ORDER) await open[name]?.();
	process.exit(0);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

// Node writes both as text, wherever it goes.
process.removeAllListeners('warning');
process.on('warning', (warning) => say(warning.message, 'warn', warning));
process.on('uncaughtException', (error) => {
	say('Exiting after an uncaught error.', 'fatal', error);
	process.exit(1);
});

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

try {
	const { serve } = await import('./serve.ts');
	await serve(open);
} catch (error) {
	// What was being opened has met what is ended.
	if (!isEnding) {
		const { problemOf } = await import('./problems.ts');
		const problem = problemOf(error as Error);
		say(
			problem ?? (error as Error).message,
			'fatal',
			problem === undefined ? (error as Error) : undefined,
		);
		process.exit(1);
	}
}
