/** A file that was chosen or dropped, with its path in the folder: '2023 July/2705-301.pdf'. */
export interface Chosen {
	path: string;
	file: File;
}

/** Returns whether a file belongs to the system or is the lock file of an office program (`~$…`). */
const isIgnored = (name: string) => /^(?:\.|~\$|(?:thumbs\.db|desktop\.ini)$)/i.test(name);

const { compare } = new Intl.Collator('en', { numeric: true });

/** Compares paths as file managers do: 'Paper 2' before 'Paper 10'. */
export const comparePaths = (a: { path: string }, b: { path: string }) => compare(a.path, b.path);

const sortChosen = (chosen: Chosen[]) =>
	chosen.filter(({ file }) => !isIgnored(file.name)).sort(comparePaths);

/** Returns the files of an input, with their paths if a folder was chosen. */
export const listChosenFiles = (files: Iterable<File>) =>
	sortChosen(Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file })));

/** Returns the entries of a folder. The browser lists a hundred per call, and none after the last. */
const readEntries = async (folder: FileSystemDirectoryEntry) => {
	const reader = folder.createReader();
	const entries: FileSystemEntry[] = [];
	for (;;) {
		const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
			reader.readEntries(resolve, reject),
		);
		if (some.length === 0) return entries;
		entries.push(...some);
	}
};

const readEntry = async (entry: FileSystemEntry): Promise<Chosen[]> => {
	if (isIgnored(entry.name)) return [];
	if (entry.isDirectory) {
		const within = await readEntries(entry as FileSystemDirectoryEntry);
		return readAllEntries(within);
	}
	const file = await new Promise<File>((resolve, reject) =>
		(entry as FileSystemFileEntry).file(resolve, reject),
	);
	return [{ path: entry.fullPath.replace(/^\//, ''), file }];
};

/** Skips only what cannot be read. */
const readAllEntries = async (entries: readonly FileSystemEntry[]) => {
	const results = await Promise.allSettled(entries.map(readEntry));
	return results.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
};

/** Returns the dropped files and those in dropped folders. Skips what cannot be read. */
export const readDroppedFiles = async ({ items, files }: DataTransfer): Promise<Chosen[]> => {
	// Synchronously: the browser clears the list after the event.
	const entries = Array.from(items, (item) => item.webkitGetAsEntry?.()).filter(
		(entry) => entry !== null && entry !== undefined,
	);
	if (entries.length === 0) return listChosenFiles(files);
	return sortChosen(await readAllEntries(entries));
};
