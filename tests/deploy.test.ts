import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { FILES, PARTS, releasedManifest } from '../scripts/manifest.ts';
import { makeTestFolder } from '../server/testing/folder.ts';
import { startServer } from './process.ts';

const run = promisify(execFile);
const text = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('the settings of the service have the same meaning in a shell and in systemd', async () => {
	const lines = text('deploy/ufundi.env.example').replace(/^#(?=[A-Z_]+=)/gm, '');
	// systemd.exec(5), EnvironmentFile: quotation marks around a value are removed; no other character is special.
	const expected = [...lines.matchAll(/^([A-Z_]+)=(['"]?)(.*)\2$/gm)].map(([, name, , value]) => [
		name,
		value,
	]);
	expect(expected.length).toBeGreaterThan(5);
	const { stdout } = await run('/bin/sh', ['-c', `set -a\n${lines}\nenv -0`], { env: {} });
	const read = new Map(
		stdout.split('\0').map((line) => line.split(/=(.*)/s, 2)) as [string, string][],
	);
	expect(expected.map(([name = '']) => [name, read.get(name)])).toEqual(expected);
});

it('systemd restarts the service without limit while its database is unreachable', () => {
	const unit = text('deploy/ufundi.service');
	const readSetting = (name: string, byDefault: number) =>
		Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(unit)?.[1] ?? byDefault);
	// systemd-system.conf(5): by default, systemd gives up after five starts within ten seconds.
	const [starts, seconds] = [
		readSetting('StartLimitBurst', 5),
		readSetting('StartLimitIntervalSec', 10),
	];
	expect(readSetting('RestartSec', 0) * starts).toBeGreaterThan(seconds);
});

it('an image is healthy while its server is ready, on any port', async () => {
	const [, command = ''] = /^\tCMD (\[.*\])$/m.exec(text('Containerfile')) ?? [];
	const [, ...args] = JSON.parse(command) as string[];
	const isHealthy = (PORT: string) =>
		run(process.execPath, args, { env: { PORT } }).then(
			() => true,
			() => false,
		);
	const server = await startServer();
	try {
		const { port } = new URL(server.url);
		expect(await isHealthy(port)).toBe(true);
		expect(await isHealthy('1')).toBe(false);
	} finally {
		await server.stop();
	}
});

it('an image contains no local data, packages or builds', () => {
	// Docker reads only this name; Podman and Buildah read it if there is no .containerignore.
	expect(text('.dockerignore').split('\n')).toEqual(
		expect.arrayContaining(['.git', 'node_modules', 'data', 'web/dist', 'lib']),
	);
});

it('a release exits with one sentence if Node is too old', async () => {
	const folder = makeTestFolder();
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

it('a release contains the files that its scripts run', () => {
	const { scripts } = releasedManifest;
	expect(Object.keys(scripts)).toEqual(['start', 'ufundi', 'setup:store']);
	const paths = Object.values(scripts).flatMap((script) => script.match(/\S+\.m?[jt]s\b/g) ?? []);
	expect(paths).toHaveLength(5);
	for (const path of paths)
		expect(
			PARTS.some((part) => path.startsWith(part)),
			path,
		).toBe(true);
});

it('a release holds every file that its README links to', () => {
	const links = [...text('README.md').matchAll(/\]\(((?!https?:)[^)#]+)/g)].map(
		([, to = '']) => to,
	);
	const packed = [...PARTS, ...FILES];
	const isPacked = (link: string) => packed.some((part) => `${link}/`.startsWith(`${part}/`));
	expect(links.filter((link) => !isPacked(link))).toEqual([]);
	expect(links.length).toBeGreaterThan(10);
});

it('a server of npm start stops with the shell that npm runs it in', async () => {
	const through = ['/bin/sh', '-c', '"$@"; true', 'sh'];
	const server = await startServer({ npm_lifecycle_event: 'start' }, { through });
	await server.stop();
	const answer = () =>
		fetch(`${server.url}/healthz`).then(
			({ status }) => status,
			() => 'gone',
		);
	await expect.poll(answer).toBe('gone');
});
