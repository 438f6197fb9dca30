import { DataInUseError } from './db/data-lock.ts';
import { tablesRefused, troubleOf } from './db/engine.ts';
import { AppError, CommandError } from './errors.ts';
import { ConfigError } from './settings/env.ts';

const OURS = [ConfigError, DataInUseError, AppError, CommandError];

interface Said extends Error {
	code?: string;
	syscall?: string;
	severity?: string;
	port?: number;
	address?: string;
	hostname?: string;
}

const sentence = (text: string) =>
	`${text
		.trim()
		.replaceAll(/\s*\n\s*/g, ' ')
		.replace(/\.$/, '')}.`;

const missingRight = (message: string) => {
	const [, extension] = /permission denied to create extension "(\w+)"/.exec(message) ?? [];
	if (extension !== undefined)
		return `DATABASE_URL: its user may not create the extension ${extension}; have whoever owns the database run "create extension ${extension}" in it once.`;
	const [, schema] = /permission denied for schema "?(\w+)/.exec(message) ?? [];
	return schema && tablesRefused(schema);
};

/** Returns whether an error of either engine reports a missing table or column of our schema. */
const lacksOurs = ({ code = '', message }: Said) =>
	/^42(P01|703)$/.test(code) || (code === 'SQLITE_ERROR' && /^no such /.test(message));

const unusable = (setting: string, said: Said) =>
	lacksOurs(said)
		? `${setting}: the database is empty, or belongs to another version of this program (${said.message}).`
		: // An AggregateError, of a host with several addresses, has no message of its own.
			sentence(`${setting} cannot be used: ${said.message || said.code}`);

const ofPostgres = (said: Said) =>
	missingRight(said.message) ??
	(/unsupported startup parameter|does not support .*startup/i.test(said.message)
		? 'DATABASE_URL leads to a pooler such as pgbouncer, which refuses our settings; docs/operations.md says how to go through one.'
		: unusable('DATABASE_URL', said));

const listening = ({ code, port, address, hostname, message }: Said) => {
	if (code === 'EADDRINUSE') return `PORT ${port} is already in use.`;
	if (code === 'EACCES')
		return `PORT ${port} may not be used by this user; take one above 1023, or have a proxy in front listen there.`;
	if (code === 'EADDRNOTAVAIL') return `HOST ${address} is no address of this machine.`;
	return sentence(`HOST ${hostname ?? address ?? ''} cannot be used: ${message}`);
};

/** Returns a `ConfigError` that says why the server cannot listen on `HOST` and `PORT`. */
export const listenProblem = (error: unknown) => new ConfigError(listening(error as Said));

/** Returns a `ConfigError` that says why the database of the settings cannot be opened. */
export const databaseProblem = (cause: unknown, databaseUrl: string | undefined) => {
	const said = cause as Said;
	const why = databaseUrl ? ofPostgres(said) : unusable('DATA_DIR', said);
	return new ConfigError(problemOf(cause) ?? why, { cause });
};

/** Returns an operator's error as one sentence with its setting; undefined for a bug, which needs its trace. */
export const problemOf = (error: unknown): string | undefined => {
	const said = error as Said;
	if (troubleOf(error) === 'storage_full' || troubleOf(said.cause) === 'storage_full')
		return sentence(`There is no room left on the disk: ${said.message}`);
	if (OURS.some((kind) => error instanceof kind)) return said.message;
	// A failed migration has the reason in its cause.
	for (const { code, severity, syscall } of [said, (said.cause ?? {}) as Said]) {
		if (code?.startsWith('SQLITE_')) return unusable('DATA_DIR', said);
		if (severity !== undefined || /^(connect|getaddrinfo)$/.test(syscall ?? ''))
			return ofPostgres(said);
	}
	return said.syscall === undefined ? undefined : sentence(said.message);
};
