import { grouped } from '#shared/grouped.ts';

/** Told how far something has come: `Checked 120 of 408`. */
export type OnProgress = (what: string, done: number, total: number) => void;

const FIRST_MS = 1_000;
const TERMINAL_MS = 200;
const LOG_MS = 5_000;

type Out = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/**
 * Shows people how far work has come, once it takes over a second: on a terminal in one line that goes
 * away at the end, elsewhere as a line now and then. It goes to stderr, beside what the command says.
 */
export const showProgress = (out: Out = process.stderr, now: () => number = Date.now) => {
	const every = out.isTTY ? TERMINAL_MS : LOG_MS;
	let due = now() + Math.max(FIRST_MS, out.isTTY ? 0 : every);
	let shown = false;
	const tell: OnProgress = (what, done, total) => {
		if (now() < due) return;
		due = now() + every;
		shown = true;
		const line = `${what} ${grouped(done)} of ${grouped(total)}`;
		out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
	};
	const end = () => {
		if (shown && out.isTTY) out.write('\r\u001b[K');
	};
	return { tell, end };
};
