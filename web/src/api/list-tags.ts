const tags = new Map<string, string>();

/** Remembers what the `ETag` of a list said, by its address under /api: an order goes by it. */
export const keepTag = (path: string, etag: string | undefined) => {
	if (etag) tags.set(path, etag);
};

/** What it said last. */
export const tagOf = (path: string) => tags.get(path);
