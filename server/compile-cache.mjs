import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Never a folder that others may write to: what lies there is run. Where it cannot be written, each
// start compiles everything anew.
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/**
 * Loads a program by Node's compile cache. Whoever calls it is plain JavaScript, because a first file in
 * TypeScript would load the type stripper past the cache.
 * @param {() => Promise<unknown>} load
 */
export const fromCache = async (load) => {
	enableCompileCache(FOLDER);
	await load();
	flushCompileCache();
};
