import { queryOptions } from '@tanstack/react-query';

export interface FileInfo {
	/** The name it was uploaded under, where the server says it. */
	name: string | undefined;
	/** Bytes. */
	size: number | undefined;
}

const nameIn = (disposition: string | null) => {
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
	if (encoded) return decodeURIComponent(encoded);
	const [, quoted, plain] = /filename=(?:"([^"]+)"|([^\s;"]+))/i.exec(disposition ?? '') ?? [];
	return quoted ?? plain;
};

/** The name and size of one of our own files. Its content never changes, so it is asked for once. */
export const fileQuery = (url: string) =>
	queryOptions({
		queryKey: ['file', url],
		queryFn: async ({ signal }): Promise<FileInfo> => {
			const { ok, headers } = await fetch(url, { method: 'HEAD', signal });
			if (!ok) return { name: undefined, size: undefined };
			const length = headers.get('content-length');
			return {
				name: nameIn(headers.get('content-disposition')),
				size: length === null ? undefined : Number(length),
			};
		},
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
