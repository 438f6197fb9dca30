import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PARTS, releasedManifest } from '../scripts/manifest.ts';
import { folderOfTest } from '../server/test-folder.ts';
import { startServer } from './process.ts';

const run = promisify(execFile);
const text = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('a shell reads the settings of the service as systemd does', async () => {
	const lines = text('deploy/ufundi.env.example').replace(/^#(?=[A-Z_]+=)/gm, '');
	// systemd.exec(5), EnvironmentFile: quotation marks around a value go, and nothing else in it is special.
	const meant = [...lines.matchAll(/^([A-Z_]+)=(['"]?)(.*)\2$/gm)].map(([, name, , value]) => [
		name,
		value,
	]);
	expect(meant.length).toBeGreaterThan(5);
	const { stdout } = await run('/bin/sh', ['-c', `set -a\n${lines}\nenv -0`], { env: {} });
	const read = new Map(
		stdout.split('\0').map((line) => line.split(/=(.*)/s, 2)) as [string, string][],
	);
	expect(meant.map(([name = '']) => [name, read.get(name)])).toEqual(meant);
});

it('the service is started again however long its database is away', () => {
	const unit = text('deploy/ufundi.service');
	const setting = (name: string, otherwise: number) =>
		Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(unit)?.[1] ?? otherwise);
	// systemd-system.conf(5): after five starts within ten seconds there is no further one.
	const [starts, seconds] = [setting('StartLimitBurst', 5), setting('StartLimitIntervalSec', 10)];
	expect(setting('RestartSec', 0) * starts).toBeGreaterThan(seconds);
});

it('an image is healthy while its server can serve, at whatever port', async () => {
	const [, command = ''] = /^\tCMD (\[.*\])$/m.exec(text('Containerfile')) ?? [];
	const [, ...args] = JSON.parse(command) as string[];
	const isHealthy = (PORT: string) =>
		run(process.execPath, args, { env: { PORT } }).then(
			() => true,
			() => false,
		);
	const site = await startServer();
	try {
		const { port } = new URL(site.url);
		expect(await isHealthy(port)).toBe(true);
		expect(await isHealthy('1')).toBe(false);
	} finally {
		await site.stop();
	}
});

it('an image is made of nothing that lies here besides, whatever makes it', () => {
	// Docker reads this name only; Podman and Buildah read it where there is no .containerignore.
	expect(text('.dockerignore').split('\n')).toEqual(
		expect.arrayContaining(['.git', 'node_modules', 'data', 'web/dist', 'lib']),
	);
});

it('a release ends with one sentence on a Node that is older than it needs', async () => {
	const folder = folderOfTest();
	const { version } = process;
	const startOn = async (node: string) => {
		writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines: { node } }));
		cpSync(join(import.meta.dirname, '../scripts'), join(folder, 'scripts'), { recursive: true });
		return run(process.execPath, [join(folder, 'scripts/require-node.mjs')]);
	};
	await expect(startOn('>=99')).rejects.toMatchObject({
		code: 1,
		stdout: '',
		stderr: `Node ${version.slice(1)} is too old. Install Node 99 or later.\n`,
	});
	await expect(startOn(releasedManifest.engines.node)).resolves.toMatchObject({ stderr: '' });
	for (const script of [releasedManifest.scripts.start, releasedManifest.scripts.ufundi])
		expect(script).toMatch(/^node scripts\/require-node\.mjs && /);
	expect(text('deploy/ufundi.service')).toMatch(/^ExecStartPre=\S+ scripts\/require-node\.mjs$/m);
});

it('a release is started and served by scripts that are in it', () => {
	const { scripts } = releasedManifest;
	expect(Object.keys(scripts)).toEqual(['start', 'ufundi', 'setup:store']);
	const named = Object.values(scripts).flatMap((script) => script.match(/\S+\.m?[jt]s\b/g) ?? []);
	expect(named).toHaveLength(5);
	for (const path of named)
		expect(
			PARTS.some((part) => path.startsWith(part)),
			path,
		).toBe(true);
});
