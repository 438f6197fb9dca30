import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { closeParts, type OpenParts } from './open-parts.ts';
import { say } from './platform/log.ts';

/*
 * Installs the signal handlers before it loads the other modules: without a handler, the first process of a container
 * ignores SIGTERM.
 */

const SHUTDOWN_MS = 10_000;
const PARENT_MS = 500;
const open: OpenParts = {};
let isEnding = false;

const stop = async () => {
	if (isEnding) return;
	isEnding = true;
	setTimeout(() => {
		say('Exiting: open requests did not finish within ten seconds.', 'warn');
		process.exit(1);
	}, SHUTDOWN_MS).unref();
	await closeParts(open);
	process.exit(0);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

// npm signals only its shell, which does not pass the signal on. Without that parent, the server stops too.
const parent = process.ppid;
// biome-ignore lint/style/noProcessEnv: set by npm, no setting of ours
if (process.env.npm_lifecycle_event === 'start')
	setInterval(() => process.ppid === parent || stop(), PARENT_MS).unref();

// Node writes warnings as text, whatever the log format.
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
	// An error during startup after shutdown has begun is a consequence of the shutdown.
	if (!isEnding) {
		const { describeProblem: problemOf } = await import('./problems.ts');
		const problem = problemOf(error as Error);
		say(
			problem ?? (error as Error).message,
			'fatal',
			problem === undefined ? (error as Error) : undefined,
		);
		process.exit(1);
	}
}
