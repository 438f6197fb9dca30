import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';

/**
 * Both halves with reload: the server starts again when a file of it changes, and Vite serves the
 * console and hands on what is the server's. One address for people, one Ctrl-C for all.
 */
process.chdir(join(import.meta.dirname, '..'));

const freePort = async () => {
	const probe = createNetServer().listen(0, '127.0.0.1');
	await once(probe, 'listening');
	const { port } = probe.address() as AddressInfo;
	probe.close();
	return port;
};

// People come by Vite's address, which is the one that PORT names.
const host = '127.0.0.1';
const behind = await freePort();
const api = { target: `http://${host}:${behind}`, changeOrigin: false };
const asked = process.env.PORT?.trim();
const web = await createServer({
	server: {
		host,
		proxy: { '/api': api, '/files': api },
		...(asked && { port: Number(asked), strictPort: true }),
	},
});
await web.listen();
const [address = ''] = web.resolvedUrls?.local ?? [];

const settings = { HOST: host, PORT: String(behind), PUBLIC_URL: new URL(address).origin };
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
	stdio: ['ignore', 'inherit', 'inherit'],
	env: { ...process.env, ...settings },
});

let ending = false;
const end = async (code: number) => {
	if (ending) return;
	ending = true;
	server.kill();
	await web.close();
	process.exit(code);
};
server.on('exit', () => end(1));
process.on('SIGINT', () => end(130));
process.on('SIGTERM', () => end(143));
process.on('SIGHUP', () => end(129));
