import { serveFiles } from '../reading/process.ts';

// The program of `pdf.ts`, which asks for no facts.
await serveFiles(() => undefined);
