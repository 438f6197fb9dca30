// What `npm start` runs: the settings of the engine, which come before the modules that they make
// lighter, and then main.ts. Measured, with what each setting does, in docs/decisions/0012; the size of
// the young generation can only be given to Node itself, as `npm start` does.
import { setFlagsFromString } from 'node:v8';
import { fromCache } from './compile-cache.mjs';

for (const flag of ['--no-maglev', '--semi-space-growth-factor=1', '--heap-growing-percent=20']) {
	setFlagsFromString(flag);
}
await fromCache(() => import('./main.ts'));
