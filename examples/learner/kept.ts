import type { AccountAccess } from '#shared/contract/finance/accounts.ts';
import type { LearnerCourse, LearnerItem } from '#shared/contract/learners/learners.ts';
import { NoConnection, readLink } from './api.ts';
import { download } from './download.ts';

/** An account that this browser is signed in to. */
export interface Login {
	account: string;
	token: string;
}

/** The newest access, with the server's time of the answer. */
export interface KnownAccess {
	access: AccountAccess;
	at: number;
}

/** Returns the browser's storage; undefined where it is blocked. */
const findStorage = () => {
	try {
		localStorage.setItem('probe', '');
		localStorage.removeItem('probe');
		return localStorage;
	} catch {
		return undefined;
	}
};
const storage = findStorage();
/** Holds values until the page is closed, where storage is blocked. */
const memory = new Map<string, string>();

const ANSWERS = 'answers';
const FILES = 'files';

/** Opens a cache of the browser; undefined where caches are blocked or missing, as without HTTPS. */
const openCache = async (name: string) => {
	try {
		return await caches.open(name);
	} catch {
		return undefined;
	}
};

/** Resolves to whether the browser keeps courses and the account when the page is closed. */
export const canKeep = async () => storage !== undefined && (await openCache(FILES)) !== undefined;

const read = <T>(name: string): T | undefined => {
	const text = storage ? storage.getItem(name) : memory.get(name);
	return text === null || text === undefined ? undefined : JSON.parse(text);
};
const write = (name: string, value: unknown) => {
	const text = JSON.stringify(value);
	if (value === undefined) memory.delete(name);
	else if (!storage) memory.set(name, text);
	if (value === undefined) storage?.removeItem(name);
	else storage?.setItem(name, text);
};

export const readLogin = () => read<Login>('login');
export const writeLogin = (login: Login | undefined) => write('login', login);
export const readKnownAccess = () => read<KnownAccess>('access');
export const writeKnownAccess = (known: KnownAccess | undefined) => write('access', known);
/** Lists the ids of the courses that are kept with their files. */
export const listKept = () => read<string[]>('kept') ?? [];

/** Opens premium files without a connection for this long after the last answer about the access. */
const OFFLINE_MS = 30 * 24 * 3_600_000;

/** Returns whether premium files open without a connection. The phone's clock counts only the time since the answer. */
export const isOpenOffline = (known: KnownAccess | undefined) =>
	known?.access.open === true && Math.abs(Date.now() - known.at) < OFFLINE_MS;

const fileKey = (sha256: string) => `/kept/${sha256}`;

/** Reads from the server, or without a connection the newest answer. */
export const readOrRecall = async <T>(name: string, from: () => Promise<{ data: T }>) => {
	const cache = await openCache(ANSWERS);
	try {
		const { data } = await from();
		await cache?.put(`/kept/${name}`, Response.json(data));
		return data;
	} catch (error) {
		const kept = error instanceof NoConnection && (await cache?.match(`/kept/${name}`));
		if (kept) return (await kept.json()) as T;
		throw error;
	}
};

/** Lists the topics and papers of a course. */
export const listItems = ({ subjects, examsets }: LearnerCourse): LearnerItem[] => [
	...subjects.flatMap(({ topics }) => topics),
	...examsets.flatMap(({ pastpapers }) => pastpapers),
];

/** Opens the content of a file: the kept one, else it downloads and with `keep` keeps it. */
export const openFile = async (
	item: LearnerItem,
	token: string | undefined,
	{ keep = false, onProgress }: { keep?: boolean; onProgress?: (received: number) => void } = {},
): Promise<Blob> => {
	if (item.file?.kind !== 'file') throw new Error('This item has no file.');
	const cache = await openCache(FILES);
	const key = fileKey(item.file.sha256);
	const kept = await cache?.match(key);
	if (kept) return kept.blob();
	const content = await download(async () => (await readLink(item.id, token)).data, onProgress);
	if (keep) await cache?.put(key, new Response(content));
	return content;
};

/** Deletes the files that no kept course has any more. */
const removeUnused = async (courses: readonly LearnerCourse[]) => {
	const files = courses
		.flatMap(listItems)
		.flatMap(({ file }) => (file?.kind === 'file' ? file : []));
	const used = new Set(files.map(({ sha256 }) => fileKey(sha256)));
	const cache = await openCache(FILES);
	for (const { url } of (await cache?.keys()) ?? [])
		if (!used.has(new URL(url).pathname)) await cache?.delete(new URL(url).pathname);
};

/** Keeps every file of a course that this account can open. Calls `onProgress` after each file. */
export const keepCourse = async (
	course: LearnerCourse,
	{ token, open }: { token: string | undefined; open: boolean },
	onProgress: (done: number, total: number) => void,
) => {
	write('kept', [...new Set([...listKept(), course.id])]);
	const items = listItems(course).filter(
		({ file, free }) => file?.kind === 'file' && (free || open),
	);
	for (const [done, item] of items.entries()) {
		onProgress(done, items.length);
		await openFile(item, token, { keep: true });
	}
	onProgress(items.length, items.length);
};

/** Deletes the files of courses that are not kept, and of items that were removed. */
export const tidy = async (without?: string) => {
	const ids = listKept().filter((id) => id !== without);
	write('kept', ids);
	const cache = await openCache(ANSWERS);
	const answers = await Promise.all(ids.map((id) => cache?.match(`/kept/courses/${id}`)));
	await removeUnused(await Promise.all(answers.flatMap((answer) => answer?.json() ?? [])));
};
