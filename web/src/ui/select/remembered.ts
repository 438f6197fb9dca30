import { readStored, store } from '../../api/stored.ts';

/** Where a browser keeps which operations it has begun and not seen the end of. */
const KEY = 'ufundi-operations';

/** The operations that went on in the background when the page was closed or loaded anew. */
export const remembered = () => {
	const kept = readStored<unknown>(KEY);
	return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
};

/** It is over, and whoever began it was told. */
export const forget = (id: string) => {
	const left = remembered().filter((each) => each !== id);
	store(KEY, left.length > 0 ? left : undefined);
};

/** Takes note of an operation that goes on in the background. */
export const remember = (id: string) =>
	store(KEY, [...remembered().filter((each) => each !== id), id]);
