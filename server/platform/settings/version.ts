import { readFileSync } from 'node:fs';

/** Returns the version in package.json; in a release, with the commit that it was made from: `0.2.0+1a2b3c4d`. */
export const readPackageVersion = (): string => {
	const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
	const { version, gitHead } = JSON.parse(text);
	return gitHead ? `${version}+${gitHead}` : version;
};
