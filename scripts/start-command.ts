import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

const words = manifest.scripts.start.split(' ');

/** What Node is given to start the server as `npm start` does: its settings, and the program. */
export const START_COMMAND: readonly string[] = [
	...words.filter((word) => word.startsWith('--')),
	join(import.meta.dirname, '../server/main.ts'),
];

/** What the process finds in its environment besides: how the allocator of the C library is to work, and a cache. */
export const START_ENV: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')),
	),
	// From wherever it is started.
	NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
};
