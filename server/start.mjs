// What `npm start` runs: the settings of the engine, which come before the modules that they make
// lighter, and then main.ts. Measured, with what each setting does, in docs/decisions/0012; the size of
// the young generation can only be given to Node itself, as `npm start` does. Plain
// JavaScript, because a first file in TypeScript would load the type stripper past the cache.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

for (const flag of ['--no-maglev', '--semi-space-growth-factor=1', '--heap-growing-percent=20']) {
	setFlagsFromString(flag);
}
// Never a folder that others may write to: what lies there is run. Where it cannot be written, each
// start compiles everything anew.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('./main.ts');
flushCompileCache();
