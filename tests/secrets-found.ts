import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../web/dist');

/** Everything that the built console sends to a browser, as one text; '' where it is not built. */
export const bundle = () =>
	existsSync(DIST)
		? readdirSync(DIST, { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
				.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
				.join('\n')
		: '';

/** The command lines of every process of this machine that we may see, as `ps` shows them to anybody. */
export const commandLines = () => {
	if (!existsSync('/proc')) return '';
	const lines: string[] = [];
	for (const name of readdirSync('/proc'))
		if (/^\d+$/.test(name))
			try {
				lines.push(readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '));
			} catch {
				// It has ended since.
			}
	return lines.join('\n');
};

// A code of six digits also stands within longer numbers and ids by chance.
const stands = (text: string, secret: string) =>
	/^\d{6}$/.test(secret)
		? new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text)
		: [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].some((form) =>
				text.includes(form),
			);

/** The names of those secrets that a text holds: as they are, in an address, or in base64. */
export const secretsIn = (text: string, secrets: Record<string, string>) =>
	Object.keys(secrets).filter((name) => stands(text, secrets[name] ?? ''));
