import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const freePort = async () => {
	const probe = createServer().listen(0, '127.0.0.1');
	await once(probe, 'listening');
	const { port } = probe.address() as AddressInfo;
	probe.close();
	return `${port}`;
};

it('the demo makes its payments up in a database of its own, whatever the shell has set', async () => {
	const { PATH, HOME, TMPDIR } = process.env;
	const demo = spawn(process.execPath, [join(import.meta.dirname, '../scripts/demo.ts')], {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: {
			PATH,
			HOME,
			TMPDIR,
			PORT: await freePort(),
			DATABASE_URL: 'postgres://ufundi:x@127.0.0.1:1/real',
			SECRET: '8c1f5e2d9b7a40361e4c7d2f5a8b903164dc',
		},
	});
	const written = text(demo.stdout);
	demo.stdout.on('data', (chunk: Buffer) => {
		if (`${chunk}`.includes('is ready')) demo.kill('SIGTERM');
	});
	expect(await written).toContain('Ufundi is ready');
	expect(demo.exitCode ?? (await once(demo, 'exit'))[0]).toBe(0);
});
