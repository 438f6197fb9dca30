/** Reads a value from local storage; undefined if missing or if storage is unavailable. */
export const readStored = <T>(name: string): T | undefined => {
	try {
		return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined;
	} catch {
		return undefined;
	}
};

/** Writes a value to local storage, if available; undefined deletes it. */
export const writeStored = (name: string, value: unknown) => {
	try {
		if (value === undefined) localStorage.removeItem(name);
		else localStorage.setItem(name, JSON.stringify(value));
	} catch {
		// Storage is disabled or full: the value is lost with the page.
	}
};
