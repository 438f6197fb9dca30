import { queryOptions } from '@tanstack/react-query';
import { OWN_FILE } from '#shared/contract/fields.ts';
import { FILE_NAMES_MAX } from '#shared/contract/file-types.ts';
import type { DescribedFile, ListedFile, UploadedFile } from '#shared/contract/files.ts';
import { fetchData, request } from './client.ts';

/** Name, size and type of a file; undefined without a file. */
export type FileInfo =
	| (Pick<UploadedFile, 'name' | 'size'> & Partial<Pick<ListedFile, 'inside'>>)
	| undefined;

/** The rows of a page come within so many milliseconds of each other. */
const GATHERING_MS = 60;

let gathered = new Map<string, PromiseWithResolvers<FileInfo>>();

const ask = async (files: [url: string, answer: PromiseWithResolvers<FileInfo>][]) => {
	try {
		const names = files.map(([url]) => url.replace('/files/', '')).join(',');
		const { data } = await request<ListedFile[]>('/files', { query: { names } });
		for (const [url, { resolve }] of files) resolve(data.find((file) => file.url === url));
	} catch (error) {
		for (const [, { reject }] of files) reject(error);
	}
};

const askForAll = () => {
	const files = [...gathered];
	gathered = new Map();
	while (files.length > 0) void ask(files.splice(0, FILE_NAMES_MAX));
};

const gather = (url: string) => {
	if (gathered.size === 0) setTimeout(askForAll, GATHERING_MS);
	const answer = gathered.get(url) ?? Promise.withResolvers<FileInfo>();
	gathered.set(url, answer);
	return answer.promise;
};

/** A file is read some seconds after it has come: so long, and so often, it is asked again. */
const AGAIN_MS = 3_000;
const AGAIN_MAX = 10;

/** Whether what stands in a file is looked at, by its ending. */
export const isReadable = (url: string) => /^(pdf|docx|pptx)$/.test(OWN_FILE.exec(url)?.[2] ?? '');

/** Fetches a stored file's details, with its content summary once the file has been read. */
export const describedFileQuery = (url: string) =>
	queryOptions({
		queryKey: ['file', url, 'inside'],
		queryFn: fetchData<DescribedFile>(url),
		staleTime: Number.POSITIVE_INFINITY,
		refetchInterval: ({ state }) =>
			isReadable(url) && state.data?.inside === null && state.dataUpdateCount < AGAIN_MAX
				? AGAIN_MS
				: false,
		retry: false,
	});

/**
 * The name and size of one of our own files, and in short what stands in it. A page of them is one question; their contents never change,
 * so each is asked about once.
 */
export const fileQuery = (url: string) =>
	queryOptions({
		queryKey: ['file', url],
		queryFn: async () => (await gather(url)) ?? null,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
