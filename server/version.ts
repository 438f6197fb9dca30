import { readFileSync } from 'node:fs';

/** Returns the version in package.json. */
export const packageVersion = () =>
	JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version as string;
