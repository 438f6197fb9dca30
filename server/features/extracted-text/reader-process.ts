import { serveFiles } from '../../files/reading/process.ts';
import { readCover } from '../../papers/read-cover.ts';

// The program of `openPaperReader`.
await serveFiles(readCover);
