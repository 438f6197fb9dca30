import { Agent, get } from 'node:http';
import type { Child } from './child.ts';
import type { Figure } from './figures.ts';

/** What one address costs over the wire, and its text. */
const load = (url: string, agent: Agent, headers: Record<string, string>) =>
	new Promise<{ bytes: number; body: Buffer }>((resolve, reject) => {
		get(url, { agent, headers }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk) => chunks.push(chunk));
			response.once('end', () => {
				const body = Buffer.concat(chunks);
				if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for ${url}`));
				else resolve({ bytes: body.length, body });
			});
		}).once('error', reject);
	});

/** The scripts, modules and styles that the page itself names. */
const named = (html: string) =>
	[...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"[^>]*>/g)]
		.filter(([tag]) => /<script|rel="(?:modulepreload|stylesheet|preload)"/.test(tag))
		.map(([, address]) => address as string);

/** The bytes of the page and all that it names, as a browser gets them. */
export const firstLoad = async (server: Child): Promise<Figure[]> => {
	const agent = new Agent();
	const page = await load(`${server.url}/admin`, agent, {}).catch(() => undefined);
	// Without a build there is only the API.
	if (!page) return [];
	const addresses = ['/admin', ...named(page.body.toString())];
	const headers = { ...server.headers, 'accept-encoding': 'br' };
	let bytes = 0;
	for (const address of addresses)
		bytes += (await load(server.url + address, agent, headers)).bytes;
	const kilobytes = bytes / 1000;
	return [
		{
			name: `first load, ${addresses.length} files that the page names`,
			measured: `${kilobytes.toFixed(0)} KB`,
			value: kilobytes,
			unit: 'KB',
			target: { value: 230, better: 'less' },
		},
	];
};
