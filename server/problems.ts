import { DataInUseError } from './db/data-lock.ts';
import { TransferError } from './db/dump.ts';
import { troubleOf } from './db/engine.ts';
import { AppError } from './errors.ts';
import { ConfigError } from './settings/env.ts';

const OURS = [ConfigError, DataInUseError, AppError, TransferError];

/** What the operating system, SQLite and node-postgres say about what went wrong. */
interface Said extends Error {
	code?: string;
	syscall?: string;
	severity?: string;
	port?: number;
	address?: string;
	hostname?: string;
}

/** One sentence, whatever the text ended with. */
const sentence = (text: string) =>
	`${text
		.trim()
		.replaceAll(/\s*\n\s*/g, ' ')
		.replace(/\.$/, '')}.`;

/** Whose extension or schema it is that a role may not make. */
const missingRight = (message: string) => {
	const [, extension] = /permission denied to create extension "(\w+)"/.exec(message) ?? [];
	if (extension !== undefined)
		return `DATABASE_URL: its user may not create the extension ${extension}; have whoever owns the database run "create extension ${extension}" in it once.`;
	const [, schema] = /permission denied for schema "?(\w+)/.exec(message) ?? [];
	return schema === undefined
		? undefined
		: `DATABASE_URL: its user may not create tables; have whoever owns the database run "grant create on schema ${schema}" to it once.`;
};

const ofPostgres = ({ message, code }: Said) =>
	missingRight(message) ??
	(/unsupported startup parameter|does not support .*startup/i.test(message)
		? 'DATABASE_URL leads to a pooler such as pgbouncer, which refuses our settings; docs/operations.md says how to go through one.'
		: // An AggregateError, of a host with several addresses, has no message of its own.
			sentence(`DATABASE_URL cannot be used: ${message || code}`));

const listening = ({ code, port, address, hostname, message }: Said) => {
	if (code === 'EADDRINUSE') return `PORT ${port} is already in use.`;
	if (code === 'EACCES')
		return `PORT ${port} may not be used by this user; take one above 1023, or have a proxy in front listen there.`;
	if (code === 'EADDRNOTAVAIL') return `HOST ${address} is no address of this machine.`;
	return sentence(`HOST ${hostname ?? address ?? ''} cannot be used: ${message}`);
};

/** Why the server cannot listen where `HOST` and `PORT` say. */
export const listenProblem = (error: unknown) => new ConfigError(listening(error as Said));

/** Why the database that the settings name cannot be opened. */
export const databaseProblem = (error: unknown, databaseUrl: string | undefined) =>
	new ConfigError(
		problemOf(error) ??
			(databaseUrl
				? ofPostgres(error as Said)
				: sentence(`DATA_DIR cannot be used: ${(error as Error).message}`)),
	);

/**
 * What went wrong, in one sentence for whoever runs this, which names the setting or the cause; undefined
 * where it is a fault of ours, of which the trace is needed.
 */
export const problemOf = (error: unknown): string | undefined => {
	const said = error as Said;
	if (troubleOf(error) === 'storage_full' || troubleOf(said.cause) === 'storage_full')
		return sentence(`There is no room left on the disk: ${said.message}`);
	if (OURS.some((kind) => error instanceof kind)) return said.message;
	if (said.code?.startsWith('SQLITE_')) return sentence(`DATA_DIR cannot be used: ${said.message}`);
	if (said.severity !== undefined || /^(connect|getaddrinfo)$/.test(said.syscall ?? ''))
		return ofPostgres(said);
	return said.syscall === undefined ? undefined : sentence(said.message);
};
