import { AppError, invalid } from '../../errors.ts';

/** Thrown by a format's reader when the bytes are not of that format. Stays within this folder. */
export class Malformed extends Error {}

export const refuseLocked = () =>
	invalid(
		'file',
		'This file is locked with a password. Please remove it and upload the file again.',
	);

export const hasMacros = () =>
	invalid('file', 'This file contains macros. Please save it without them and upload it again.');

export const startsPrograms = () =>
	invalid(
		'file',
		'This file has a field or a button in it that starts a program. Please remove that and upload it again.',
	);

/** Makes the error for a file that unpacks to far more than a document. */
export const refuseTooComplex = () =>
	invalid(
		'file',
		'This file unpacks to more than it should. Save it again in another format (a document as PDF, a table as CSV) and upload that.',
	);

/** Makes the error for a structure that no office program writes and that is known from attacks. */
export const refuseUnsafe = () =>
	invalid('file', 'This file is built in a way that is not safe to open.');

export const loadsRemoteParts = () =>
	invalid(
		'file',
		'This file loads a template or an object from elsewhere when it is opened. Please remove that and upload it again.',
	);

/** Makes the error for a PDF that PDFium cannot save again, or not in time. */
export const refuseUncheckable = () =>
	invalid(
		'file',
		'This PDF cannot be checked for scripts and attachments. Print it to a new PDF and upload that.',
	);

export const refuseIncomplete = () =>
	new AppError(
		'unsupported_type',
		'This PDF is incomplete: its end is missing. Export or download it again and upload that.',
	);

export const refuseDamaged = () =>
	new AppError(
		'unsupported_type',
		'This PDF is damaged and cannot be opened. Export it again, or print it to a new PDF, and upload that.',
	);
