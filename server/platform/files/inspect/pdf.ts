import { constants } from 'node:os';
import { join } from 'node:path';
import { invalid } from '../../errors.ts';
import type { ActiveName } from '../reading/active-names.ts';
import { openFileReader } from '../reading/file-reader.ts';
import type { ByteSource } from '../store.ts';
import {
	Malformed,
	refuseDamaged,
	refuseIncomplete,
	refuseLocked,
	refuseUncheckable,
} from './refusals.ts';

/** Readers accept a header within these first bytes (ISO 32000-1, H.3, note 13). */
const HEADER_WITHIN = 1_024;
/** The process, of 100 MB, exits after this time without an upload. */
const IDLE_MS = 60_000;

const contents: Record<ActiveName, string> = {
	JavaScript: 'JavaScript',
	JS: 'JavaScript',
	Launch: 'a command that starts a program',
	EmbeddedFile: 'an attached file',
	EF: 'an attached file',
	GoToE: 'an attached file',
	XFA: 'a form with programs',
	RichMedia: 'a film or a program',
	Rendition: 'a film or a program',
};

const reader = openFileReader({
	program: join(import.meta.dirname, '../../../papers/extracted-text/reader-process.ts'),
	priority: constants.priority.PRIORITY_NORMAL,
	idleMs: IDLE_MS,
});

const inspectInProcess = async (bytes: ByteSource) => {
	const content = [await bytes.read(0, bytes.size)];
	// A process may die on a busy machine; if it dies twice with the same file, the file is the cause.
	for (let tries = 0; tries < 2; tries++) {
		const outcome = await reader.read({ work: 'inspect', ext: 'pdf', size: bytes.size }, content);
		if (outcome.end === 'inspected') return outcome.inspected;
		if (outcome.end === 'slow') break;
	}
	return 'unclear';
};

/** Refuses a PDF that PDFium cannot open, that has a password, or that has active content or attachments. */
export const inspectPdf = async (bytes: ByteSource) => {
	if (!(await bytes.read(0, HEADER_WITHIN)).includes('%PDF-')) throw new Malformed();
	const result = await inspectInProcess(bytes);
	if (result === 'sound') return;
	if (result === 'incomplete') throw refuseIncomplete();
	if (result === 'damaged') throw refuseDamaged();
	if (result === 'locked') throw refuseLocked();
	if (result === 'unclear') throw refuseUncheckable();
	throw invalid(
		'file',
		`This PDF contains ${contents[result]}, which cannot be uploaded. Print it to a new PDF and upload that.`,
	);
};
