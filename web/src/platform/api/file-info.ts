import { queryOptions } from '@tanstack/react-query';
import {
	type DescribedFile,
	FILE_NAMES_MAX,
	type ListedFile,
	type UploadedFile,
} from '#shared/contract/content/files.ts';
import { OWN_FILE } from '#shared/contract/platform/fields.ts';
import { fetchCall } from './calls.ts';

/** Name, size and type of a file; undefined without a file. */
export type FileInfo =
	| (Pick<UploadedFile, 'name' | 'size'> & Partial<Pick<ListedFile, 'inside'>>)
	| undefined;

/** Time window in which the requests of a page's rows are batched. */
const GATHERING_MS = 60;

let batch = new Map<string, PromiseWithResolvers<FileInfo>>();

const requestFiles = async (files: [url: string, answer: PromiseWithResolvers<FileInfo>][]) => {
	try {
		const names = files.map(([url]) => url.replace('/files/', '')).join(',');
		const data = await fetchCall('GET /files', { query: { names } });
		for (const [url, { resolve }] of files) resolve(data.find((file) => file.url === url));
	} catch (error) {
		for (const [, { reject }] of files) reject(error);
	}
};

const flushBatch = () => {
	const files = [...batch];
	batch = new Map();
	while (files.length > 0) void requestFiles(files.splice(0, FILE_NAMES_MAX));
};

const addToBatch = (url: string) => {
	if (batch.size === 0) setTimeout(flushBatch, GATHERING_MS);
	const answer = batch.get(url) ?? Promise.withResolvers<FileInfo>();
	batch.set(url, answer);
	return answer.promise;
};

/** Polling interval and maximum number of polls, because a file is read some seconds after its upload. */
const AGAIN_MS = 3_000;
const AGAIN_MAX = 10;

/** Returns whether the server reads the content of a file, by its extension. */
export const isReadable = (url: string) => /^(pdf|docx|pptx)$/.test(OWN_FILE.exec(url)?.[2] ?? '');

/** Returns whether a file, or the pages of a scan, may still be read. */
const isBeingRead = (file: DescribedFile | undefined) =>
	file !== undefined &&
	(file.inside === null || (file.inside.text === 'scan' && file.inside.read === null));

/** Fetches a stored file's details, with its content summary once the file has been read. */
export const buildDescribedFileQuery = (url: string) =>
	queryOptions({
		queryKey: ['file', url, 'inside'],
		queryFn: ({ signal }) =>
			fetchCall('GET /files/:name', { params: { name: url.replace('/files/', '') }, signal }),
		staleTime: Number.POSITIVE_INFINITY,
		refetchInterval: ({ state }) =>
			isReadable(url) && isBeingRead(state.data) && state.dataUpdateCount < AGAIN_MAX
				? AGAIN_MS
				: false,
		retry: false,
	});

/**
 * Fetches the name, size and content summary of one of our own files; null if the file is unknown. The files of a page
 * are fetched in one request. Never refetched, because files do not change.
 */
export const buildFileQuery = (url: string) =>
	queryOptions({
		queryKey: ['file', url],
		queryFn: async () => (await addToBatch(url)) ?? null,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
