import { z } from 'zod';

// zod probes `new Function` to compile parsers; under the console's Content-Security-Policy
// that probe is a violation, so a browser never tries. It must run before the first schema is made.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
