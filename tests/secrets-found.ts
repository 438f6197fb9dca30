import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../web/dist');

/** Returns all files of the built console as one text; '' if it is not built. */
export const readBundle = () =>
	existsSync(DIST)
		? readdirSync(DIST, { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
				.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
				.join('\n')
		: '';

/** Returns the command lines of all visible processes of this machine, which `ps` shows to every user. */
export const readCommandLines = () => {
	if (!existsSync('/proc')) return '';
	const lines: string[] = [];
	for (const name of readdirSync('/proc'))
		if (/^\d+$/.test(name))
			try {
				lines.push(readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '));
			} catch {
				// The process has ended.
			}
	return lines.join('\n');
};

// Longer numbers and ids may contain a code of six digits by chance.
const containsSecret = (text: string, secret: string) =>
	/^\d{6}$/.test(secret)
		? new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text)
		: [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].some((form) =>
				text.includes(form),
			);

/** Returns the names of the secrets that a text contains: plain, URL-encoded, or in base64. */
export const findSecrets = (text: string, secrets: Record<string, string>) =>
	Object.keys(secrets).filter((name) => containsSecret(text, secrets[name] ?? ''));
