import { z } from 'zod/mini';

// zod probes `new Function` to compile parsers; under the console's Content-Security-Policy
// that probe is a violation, so a browser never tries. It must run before the first schema is made.
if ('document' in globalThis) z.config({ jitless: true });

/** What the description of the API says of a schema beside its shape: its name there, a format, a sentence. */
const openapi = z.globalRegistry;

export { openapi, z };
