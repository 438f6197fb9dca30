import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';

/**
 * A shell that stands between us and a program. When our end of the shell's standard input closes,
 * however we die, it sends the program a signal; when the program has ended, it removes its folder.
 */
const KEEPER = `
	folder=$1; signal=$2; shift 2
	exec 3<&0
	"$@" 3<&- </dev/null &
	program=$!
	exec >/dev/null 2>&1
	(read -r _; kill -"$signal" $program) <&3 &
	watcher=$!
	wait $program
	kill $watcher
	rm -rf "$folder"
`;

/** How a program is started and ended. */
export interface KeptOptions {
	/** The program and its arguments. */
	command: [string, ...string[]];
	/** Its folder, which goes when it ends. */
	folder: string;
	/** What asks it to end. */
	signal: 'TERM' | 'QUIT';
	env?: NodeJS.ProcessEnv;
	/** Whom it runs as, where that is not who we are. */
	uid?: number;
	gid?: number;
}

const STOP_MS = 15_000;

/** Starts a program that ends, and whose folder goes, no later than we do. */
export const spawnKept = ({ command, folder, signal, ...options }: KeptOptions) => {
	const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', folder, signal, ...command], {
		...options,
		cwd: '/',
		// A group of its own: Ctrl-C is for us, and the program follows when we are gone.
		detached: true,
		stdio: 'pipe',
	});
	const ended = once(keeper, 'exit');
	return {
		stdout: keeper.stdout,
		stderr: keeper.stderr,
		ended,
		stop: async () => {
			const lost = setTimeout(() => process.kill(-(keeper.pid ?? 0), 'SIGKILL'), STOP_MS);
			keeper.stdin.end();
			await ended;
			clearTimeout(lost);
			// A shell that had to be killed has left it, or half of it.
			await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		},
	};
};
