import { serveFiles } from '../../platform/files/reading/process.ts';
import { readCover } from '../formats/read-cover.ts';

// The program of `openPaperReader`.
await serveFiles(readCover);
