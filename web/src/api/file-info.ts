import { queryOptions } from '@tanstack/react-query';
import { FILE_NAMES_MAX, type ListedFile, type UploadedFile } from '#shared/contract/files.ts';
import { request } from './client.ts';

/** What is known of a file; undefined where there is none. */
export type FileInfo = Pick<UploadedFile, 'name' | 'size'> | undefined;

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

/**
 * The name and size of one of our own files. A page of them is one question; their contents never change,
 * so each is asked about once.
 */
export const fileQuery = (url: string) =>
	queryOptions({
		queryKey: ['file', url],
		queryFn: async () => (await gather(url)) ?? null,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
