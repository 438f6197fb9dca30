// What a thread of thread.ts begins with: 9 MB by the cache, 20 without.
import { workerData } from 'node:worker_threads';
import { fromCache } from './compile-cache.mjs';

await fromCache(() => import(workerData.script));
