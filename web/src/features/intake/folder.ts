/** A file that somebody chose or dropped, and where it lay in their folder: '2023 July/2705-301.pdf'. */
export interface Chosen {
	path: string;
	file: File;
}

/** Whether a system or an office program, which locks open files by `~$…`, made a file for itself. */
const isLeft = (name: string) => /^(?:\.|~\$|(?:thumbs\.db|desktop\.ini)$)/i.test(name);

const { compare } = new Intl.Collator('en', { numeric: true });

/** As folders show files: 'Paper 2' before 'Paper 10'. */
export const byPath = (a: { path: string }, b: { path: string }) => compare(a.path, b.path);

const inOrder = (chosen: Chosen[]) => chosen.filter(({ file }) => !isLeft(file.name)).sort(byPath);

/** The files of an input, with their paths where a folder was chosen. */
export const chosenFiles = (files: Iterable<File>) =>
	inOrder(Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file })));

/** What is in a folder: the browser tells of a hundred at a time, and of none once that was all. */
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
	if (isLeft(entry.name)) return [];
	if (entry.isDirectory) {
		const within = await entriesIn(entry as FileSystemDirectoryEntry);
		return walkAll(within);
	}
	const file = await new Promise<File>((resolve, reject) =>
		(entry as FileSystemFileEntry).file(resolve, reject),
	);
	return [{ path: entry.fullPath.replace(/^\//, ''), file }];
};

/** What cannot be read is left out, and nothing beside it. */
const walkAll = async (entries: readonly FileSystemEntry[]) => {
	const found = await Promise.allSettled(entries.map(walk));
	return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
};

/** What was dropped: files, and all that lies in folders. What cannot be read is left out. */
export const droppedFiles = async ({ items, files }: DataTransfer): Promise<Chosen[]> => {
	// At once: what was dropped is forgotten when its event is over.
	const entries = Array.from(items, (item) => item.webkitGetAsEntry?.()).filter(
		(entry) => entry !== null && entry !== undefined,
	);
	if (entries.length === 0) return chosenFiles(files);
	return inOrder(await walkAll(entries));
};
