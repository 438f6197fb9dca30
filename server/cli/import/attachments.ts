import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_MAX_BYTES } from '#shared/contract/file-types.ts';
import { AppError } from '../../errors.ts';
import { extensionOf, inspect } from '../../files/inspect/inspect.ts';
import { sourceOf } from '../../files/staging.ts';

/** The files of a catalogue folder, found by name and each inspected at most once. */
export interface Attachments {
	find: (name: string) => Promise<Attachment | string>;
	unused: () => string[];
}

export interface Attachment {
	name: string;
	path: string;
	extension: string;
}

const check = async (path: string, name: string): Promise<Attachment | string> => {
	const { size } = await stat(path);
	if (size > UPLOAD_MAX_BYTES) return `The file is larger than ${UPLOAD_MAX_BYTES / 1024 ** 2} MB.`;
	const file = await open(path);
	try {
		const extension = extensionOf(name);
		await inspect(sourceOf(file, size), extension);
		return { name, path, extension };
	} catch (error) {
		if (error instanceof AppError) return error.message;
		throw error;
	} finally {
		await file.close();
	}
};

/** Opens the folder `files` of a catalogue folder; where there is none, no file is found. */
export const openAttachments = async (folder: string): Promise<Attachments> => {
	const entries = await readdir(join(folder, 'files'), { withFileTypes: true }).catch(() => []);
	// A name looks the same in either form of Unicode, and archives made on a Mac hold the other one.
	const found = new Map(
		entries
			.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
			.map(({ name }) => [name.normalize('NFC'), join(folder, 'files', name)]),
	);
	const checked = new Map<string, Promise<Attachment | string>>();
	return {
		find: (name) => {
			const path = found.get(name);
			if (path === undefined) return Promise.resolve('The folder “files” has no such file');
			const answer = checked.get(name) ?? check(path, name);
			checked.set(name, answer);
			return answer;
		},
		unused: () => [...found.keys()].filter((name) => !checked.has(name)).sort(),
	};
};
