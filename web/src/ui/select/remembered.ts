/** Where a browser keeps which operations it has begun and not seen the end of. */
const KEY = 'ufundi-operations';

const read = (): string[] => {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
		return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
	} catch {
		return [];
	}
};

const write = (ids: readonly string[]) => {
	try {
		if (ids.length > 0) localStorage.setItem(KEY, JSON.stringify(ids));
		else localStorage.removeItem(KEY);
	} catch {}
};

/** The operations that went on in the background when the page was closed or loaded anew. */
export const remembered = read;

/** Takes note of an operation that goes on in the background. */
export const remember = (id: string) => write([...read().filter((each) => each !== id), id]);

/** It is over, and whoever began it was told. */
export const forget = (id: string) => write(read().filter((each) => each !== id));
