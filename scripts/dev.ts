import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

/**
 * Starts the server, with a restart whenever one of its files changes, and Vite, which serves the console at PORT and
 * proxies API requests to the server at the next port.
 */
process.chdir(join(import.meta.dirname, '..'));

const host = '127.0.0.1';
const port = Number(process.env.PORT ?? 4000);
const api = { target: `http://${host}:${port + 1}`, changeOrigin: false };
const web = await createServer({
	server: { host, port, strictPort: true, proxy: { '/api': api, '/files': api } },
});
await web.listen();

const settings = { HOST: host, PORT: `${port + 1}`, PUBLIC_URL: `http://${host}:${port}` };
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
	stdio: ['ignore', 'inherit', 'inherit'],
	env: { ...process.env, ...settings },
});
server.once('exit', () => process.exit(1));
process.once('exit', () => server.kill());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.once(signal, () => process.exit(0));
