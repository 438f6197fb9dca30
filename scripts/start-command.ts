import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** What Node is given to start the server as `npm start` does: its settings, and the program. */
export const START_COMMAND: readonly string[] = [
	...manifest.scripts.start.split(' ').filter((word) => word.startsWith('--')),
	join(import.meta.dirname, '../server/start.mjs'),
];
