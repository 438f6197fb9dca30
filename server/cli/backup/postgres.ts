import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { connect } from '../../platform/db/postgres.ts';
import { CommandError } from '../../platform/errors.ts';

/**
 * Runs pg_dump or pg_restore. The password goes into the environment: other users can read the arguments of a process.
 */
const runTool = async (
	tool: 'pg_dump' | 'pg_restore',
	databaseUrl: string,
	args: readonly string[],
	input?: Readable,
) => {
	const url = new URL(databaseUrl);
	// biome-ignore lint/style/noProcessEnv: the tools read settings such as PGSSLROOTCERT themselves
	const env = { ...process.env, LC_ALL: 'C' };
	if (url.password) Object.assign(env, { PGPASSWORD: decodeURIComponent(url.password) });
	url.password = '';
	const child = spawn(tool, [...args, '--no-password', `--dbname=${url.href}`], {
		env,
		stdio: [input ? 'pipe' : 'ignore', 'ignore', 'pipe'],
	});
	const stderr = text(child.stderr as Readable);
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	// The exit code and the messages of the tool are more precise than a broken pipe.
	const sent =
		input && child.stdin ? pipeline(input, child.stdin).catch((error) => error) : undefined;
	let code: number | null;
	try {
		code = await ended;
	} catch (error) {
		if ((error as { code?: string }).code !== 'ENOENT') throw error;
		throw new CommandError(
			`${tool} was not found. Install the client tools of PostgreSQL, in the version of the server or newer.`,
		);
	}
	const lines = (await stderr)
		.split('\n')
		.map((line) => line.replace(/^\w+: (error|detail): /, ''));
	if (code !== 0)
		throw new CommandError(
			`${tool} failed: ${lines.filter(Boolean).slice(0, 3).join('; ') || `exit code ${code}`}.`,
		);
	const failure = await sent;
	if (failure instanceof Error) throw failure;
};

/** Writes a dump of a database to a file, in the custom format of pg_dump. */
export const dumpPostgres = (databaseUrl: string, to: string) =>
	runTool('pg_dump', databaseUrl, ['--format=custom', `--file=${to}`]);

/** Restores a dump into an empty database, in one transaction. */
export const restorePostgres = async (databaseUrl: string, dump: Readable) => {
	const args = ['--single-transaction', '--no-owner', '--no-acl', '--no-comments'];
	await runTool('pg_restore', databaseUrl, args, dump);
	const client = await connect(databaseUrl);
	// Without statistics, PostgreSQL plans for empty tables.
	await client.query('analyze').finally(() => client.end());
};
