import { invalid } from '../../errors.ts';

/** What a format's reader throws when the bytes are not of that format. Never leaves this folder. */
export class Malformed extends Error {}

/** For a file that only opens with a password: nobody who learns from it has that. */
export const locked = () =>
	invalid(
		'file',
		'This file is locked with a password. Please remove it and upload the file again.',
	);

export const hasMacros = () =>
	invalid('file', 'This file contains macros. Please save it without them and upload it again.');

/** For a file that takes far more to check, or to open, than a document does. */
export const tooComplex = () =>
	invalid('file', 'This file unpacks to more than a document should.');

/** For a PDF that packs its objects in a way that is not known here. */
export const uncheckable = () =>
	invalid(
		'file',
		'This PDF is written in a way that cannot be checked. Please print it to a new PDF and upload that.',
	);

/** For a structure that no office program writes, and that is known from attacks. */
export const unsafe = () =>
	invalid('file', 'This file is built in a way that is not safe to open.');

export const loadsRemoteParts = () =>
	invalid(
		'file',
		'This file loads something from elsewhere when it is opened, such as a template. Please remove that and upload it again.',
	);

/** For files within the file, which nobody looks into before they are opened, and for controls. */
export const embeds = () =>
	invalid(
		'file',
		'This file has another file or a control in it, such as a table of Excel or an equation of an old kind. Please save it as PDF and upload that.',
	);

export const startsPrograms = () =>
	invalid(
		'file',
		'This file has a field or a button in it that starts a program. Please remove that and upload it again.',
	);
