import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

/**
 * Both halves with reload: the server starts again when a file of it changes, and Vite serves the
 * console and hands on what is the server's. One address for people, one Ctrl-C for all.
 */
process.chdir(join(import.meta.dirname, '..'));

const web = await createServer({ server: { host: '127.0.0.1' } });
await web.listen();
const [address = ''] = web.resolvedUrls?.local ?? [];

// Where the proxy in vite.config.ts looks for it; people come by Vite's address.
const settings = { HOST: '127.0.0.1', PORT: '4000', PUBLIC_URL: new URL(address).origin };
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
