import { serveFiles } from '../../platform/files/reading/process.ts';
import { readCover } from '../formats/read-cover.ts';
import { readScannedCover } from '../formats/read-scanned-cover.ts';

// The program of `openPaperReader`.
await serveFiles({ ofText: readCover, ofLines: readScannedCover });
