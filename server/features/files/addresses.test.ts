import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { pdf } from '../../files/fixtures/documents.ts';
import { upload } from '../../files/fixtures/form.ts';
import { onEveryEngine } from '../../test-app.ts';

onEveryEngine('an address that is no link', (site) => {
	let url: string;
	let origin: string;
	beforeAll(async () => {
		url = (await upload(site(), 'a.pdf', await pdf())).body.url;
		await writeFile(join(site().dataDir, 'files', 'secret.pdf'), 'secret');
		origin = await site().app.listen({ port: 0 });
	});

	/** Asks for a path exactly as it is written; `fetch` and `inject` would tidy it up first. */
	const get = async (path: string) => {
		const [answer] = (await once(
			request(origin, { path, headers: site().headers }).end(),
			'response',
		)) as [IncomingMessage];
		return { status: answer.statusCode, body: await json(answer) };
	};

	it.each<[string, (link: string) => string]>([
		['of no file', () => `/files/${'a'.repeat(64)}.pdf`],
		['with another ending', (link) => link.replace('.pdf', '.docx')],
		['without its ending', (link) => link.replace('.pdf', '')],
		['with its ending in capitals', (link) => link.replace('.pdf', '.PDF')],
		['in capitals', (link) => link.toUpperCase()],
		['with a slash behind it', (link) => `${link}/`],
		['with a second ending', (link) => `${link}.pdf`],
		['with a blank behind it', (link) => `${link}%20`],
		['with NUL behind it', (link) => `${link}%00`],
		['with an encoded dot', (link) => link.replace('.pdf', '%2Epdf')],
		['with an encoded letter', (link) => link.replace('files', 'f%69les')],
		['with an encoded slash', (link) => link.replace('files/', 'files%2F')],
		['with a slash too many', (link) => `/${link}`],
		['with another slash too many', (link) => link.replace('files/', 'files//')],
		['by way of itself', (link) => link.replace('files/', 'files/./')],
		['by way of its parent', (link) => link.replace('files/', 'files/../files/')],
		['without a name', () => '/files'],
		['with an empty name', () => '/files/'],
		['of a thing in the folder', () => '/files/secret.pdf'],
		['of a place above', () => '/files/../ufundi.db'],
		['of a place above, encoded', () => '/files/%2e%2e/ufundi.db'],
		['of a place above, all encoded', () => '/files/..%2Fufundi.db'],
		['of a place above, encoded twice', () => '/files/%252e%252e%252fufundi.db'],
		['of a place above, in a bad encoding', () => '/files/%c0%ae%c0%ae/ufundi.db'],
		['of a place above, with back slashes', () => '/files/..%5C..%5Cufundi.db'],
		['of a place above, doubled', () => '/files/....//ufundi.db'],
		['of an absolute place', () => '/files//etc/passwd'],
		['of an absolute place, encoded', () => '/files/%2Fetc%2Fpasswd'],
		['that cannot be decoded', () => '/files/%'],
		['of 5,000 letters', () => `/files/${'a'.repeat(5000)}`],
		['with a query for a name', () => '/files/%27%20or%201=1--.pdf'],
	])('%s is not found', async (_, spelled) => {
		const answer = {
			success: false,
			error: 'Nothing exists at this address.',
			code: 'not_found',
		};
		expect(await get(spelled(url))).toEqual({ status: 404, body: answer });
	});

	it('is not known of either', async () => {
		for (const path of [
			`/api/files/${'a'.repeat(64)}.pdf`,
			'/api/files/..%2Fufundi.db',
			'/api/files/',
		])
			expect(await get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
	});
});
