import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { isIssuedAccount } from '#shared/account.ts';
import { readPhone } from '#shared/phone.ts';
import { sendDelivery, type startSimulator } from '../../tools/daraja-simulator/simulator.ts';
import { buildConfirmation, makeReceipt } from '../../tools/daraja-simulator/wire.ts';

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.css': 'text/css',
};

/** Compressors by `Content-Encoding`, best first. */
const ENCODINGS = { br: brotliCompressSync, gzip: gzipSync } as const;
type Encoding = keyof typeof ENCODINGS;
const encodings = Object.keys(ENCODINGS) as Encoding[];

/** Returns a function that compresses a file once, in the best encoding that a request accepts. */
const makeCompressor = () => {
	const done = new Map<string, Uint8Array>();
	return (path: string, content: string | Uint8Array, accepted = '') => {
		const encoding = encodings.find((each) => accepted.split(/[\s,;]+/).includes(each));
		if (!encoding) return { body: content, headers: { vary: 'accept-encoding' } };
		const key = `${encoding} ${path}`;
		const body = done.get(key) ?? ENCODINGS[encoding](content);
		done.set(key, body);
		return { body, headers: { vary: 'accept-encoding', 'content-encoding': encoding } };
	};
};

/** Builds the page in memory; returns its files by path. */
export const buildExample = async (): Promise<Map<string, string | Uint8Array>> => {
	const built = await build({
		configFile: `${import.meta.dirname}/vite.config.ts`,
		logLevel: 'warn',
		build: { write: false },
	});
	const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
	return new Map(
		output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
	);
};

interface Served {
	/** The address of the server of the courses. */
	api: string;
	port?: number;
	/** A simulated M-Pesa, with the address to which it delivers paybill payments. */
	simulator?: Awaited<ReturnType<typeof startSimulator>>;
	hook?: string;
}

/** Serves the page for learners; with a simulator also the phone of the payer. */
export const serveExample = async ({ api, port = 0, simulator, hook = '' }: Served) => {
	const files = await buildExample();
	const page = String(files.get('/index.html')).replace('__API__', api);
	const withPhone = page.replace('<title>', '<meta name="simulator" content="on" /><title>');
	files.set('/', simulator ? withPhone : page);
	const compress = makeCompressor();
	const messages: string[] = [];
	const noted = new Set<string>();
	let number = 0;

	/** Lists the messages of M-Pesa, newest first. */
	const listMessages = () => {
		for (const [id, { decidedAt, behaviour, receipt, sent }] of simulator?.prompts ?? []) {
			const isPaid = decidedAt !== undefined && (behaviour.result ?? 0) === 0;
			if (!isPaid || noted.has(id) || !isIssuedAccount(String(sent.AccountReference))) continue;
			noted.add(id);
			messages.unshift(
				`${receipt} Confirmed. KSh ${sent.Amount} sent to account ${sent.AccountReference}`,
			);
		}
		return messages.slice(0, 10);
	};
	const payToPaybill = async ({ reference, amount, phone }: Record<string, string>) => {
		const at = Date.now();
		const receipt = makeReceipt(at, 40_000_000 + ++number);
		const sent = {
			reference: reference ?? '',
			amount: Number(amount),
			phone: readPhone(phone ?? '') ?? '',
		};
		await sendDelivery(hook, buildConfirmation({ ...sent, receipt, at }));
		messages.unshift(`${receipt} Confirmed. KSh ${amount} sent for account ${reference}`);
	};

	const server = createServer(async (request, reply) => {
		const { pathname } = new URL(request.url ?? '/', 'http://example');
		if (pathname === '/simulator' && simulator) {
			if (request.method === 'POST') await payToPaybill(JSON.parse(await text(request)));
			return reply
				.setHeader('content-type', 'application/json')
				.end(JSON.stringify(listMessages()));
		}
		const content = files.get(pathname);
		const type = TYPES[extname(pathname) || '.html'] ?? 'application/octet-stream';
		if (content === undefined) return reply.writeHead(404).end();
		const { body, headers } = compress(
			pathname,
			content,
			String(request.headers['accept-encoding']),
		);
		reply.writeHead(200, { 'content-type': type, ...headers }).end(body);
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
};
