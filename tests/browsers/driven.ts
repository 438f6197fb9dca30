import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Drives a browser by any protocol. Elements are found by XPath. */
export interface DrivenBrowser {
	/** Name and version. */
	name: string;
	open: (url: string) => Promise<void>;
	/** Resolves to the value of an expression in the page. */
	evaluate: <Value>(expression: string) => Promise<Value>;
	/** Clicks the first element of `path`, when there is one. */
	click: (path: string) => Promise<void>;
	/** Types into the first element of `path`, when there is one. */
	type: (path: string, text: string) => Promise<void>;
	/** Returns the errors of scripts since the last call. */
	takeErrors: () => Promise<string[]>;
	close: () => Promise<void>;
}

/** Returns the path of an installed program, if it is there. */
export const findProgram = (name: string) =>
	(process.env.PATH ?? '')
		.split(delimiter)
		.map((folder) => join(folder, name))
		.find((path) => existsSync(path));

/** Calls `read` until it resolves to a value other than undefined; throws what was awaited after 60 seconds. */
export const waitFor = async <Value>(
	what: string,
	read: () => Promise<Value | undefined>,
): Promise<Value> => {
	const end = Date.now() + 60_000;
	for (;;) {
		const value = await read();
		if (value !== undefined) return value;
		if (Date.now() > end) throw new Error(`Waited 60 seconds for ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
};
