/** A file that was chosen or dropped, with its path in the folder: '2023 July/2705-301.pdf'. */
export interface Chosen {
	path: string;
	file: File;
}

/** Returns whether a file belongs to the system or is the lock file of an office program (`~$…`). */
const isIgnored = (name: string) => /^(?:\.|~\$|(?:thumbs\.db|desktop\.ini)$)/i.test(name);

const { compare } = new Intl.Collator('en', { numeric: true });

/** Compares paths as file managers do: 'Paper 2' before 'Paper 10'. */
export const byPath = (a: { path: string }, b: { path: string }) => compare(a.path, b.path);

const inOrder = (chosen: Chosen[]) =>
	chosen.filter(({ file }) => !isIgnored(file.name)).sort(byPath);

/** Returns the files of an input, with their paths if a folder was chosen. */
export const chosenFiles = (files: Iterable<File>) =>
	inOrder(Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file })));

/** Returns the entries of a folder. The browser lists a hundred per call, and none after the last. */
const entriesIn = async (folder: FileSystemDirectoryEntry) => {
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

const walk = async (entry: FileSystemEntry): Promise<Chosen[]> => {
	if (isIgnored(entry.name)) return [];
	if (entry.isDirectory) {
		const within = await entriesIn(entry as FileSystemDirectoryEntry);
		return walkAll(within);
	}
	const file = await new Promise<File>((resolve, reject) =>
		(entry as FileSystemFileEntry).file(resolve, reject),
	);
	return [{ path: entry.fullPath.replace(/^\//, ''), file }];
};

/** Skips only what cannot be read. */
const walkAll = async (entries: readonly FileSystemEntry[]) => {
	const results = await Promise.allSettled(entries.map(walk));
	return results.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
};

/** Returns the dropped files and those in dropped folders. Skips what cannot be read. */
export const droppedFiles = async ({ items, files }: DataTransfer): Promise<Chosen[]> => {
	// Synchronously: the browser clears the list after the event.
	const entries = Array.from(items, (item) => item.webkitGetAsEntry?.()).filter(
		(entry) => entry !== null && entry !== undefined,
	);
	if (entries.length === 0) return chosenFiles(files);
	return inOrder(await walkAll(entries));
};
