/** Reads a value from local storage; undefined if missing or if storage is unavailable. */
export const readStored = <T>(name: string): T | undefined => {
	try {
		return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined;
	} catch {
		return undefined;
	}
};

/** Keeps a value for the next visit, where the browser keeps anything; undefined takes it away. */
export const store = (name: string, value: unknown) => {
	try {
		if (value === undefined) localStorage.removeItem(name);
		else localStorage.setItem(name, JSON.stringify(value));
	} catch {
		// It is switched off or full: the next visit begins anew.
	}
};
