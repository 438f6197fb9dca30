// What `npm start` runs: a setting of V8 that comes before the modules that it makes lighter, and then
// main.ts (docs/decisions/0010). The size of the young generation can only be given to Node itself.
import { setFlagsFromString } from 'node:v8';
import { fromCache } from './compile-cache.mjs';

setFlagsFromString('--heap-growing-percent=20');
await fromCache(() => import('./main.ts'));
