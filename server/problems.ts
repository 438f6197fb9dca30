import { DataInUseError } from './platform/db/data-lock.ts';
import { classifyError, describeTablesRefused } from './platform/db/engine.ts';
import { AppError, CommandError } from './platform/errors.ts';
import { ConfigError } from './platform/settings/env.ts';

const OURS = [ConfigError, DataInUseError, AppError, CommandError];

interface SystemError extends Error {
	code?: string;
	syscall?: string;
	severity?: string;
	port?: number;
	address?: string;
	hostname?: string;
}

const toSentence = (text: string) =>
	`${text
		.trim()
		.replaceAll(/\s*\n\s*/g, ' ')
		.replace(/\.$/, '')}.`;

const describeMissingRight = (message: string) => {
	const [, schema] = /permission denied for schema "?(\w+)/.exec(message) ?? [];
	return schema && describeTablesRefused(schema);
};

/** Returns whether an error of either engine reports a missing table or column of our schema. */
const isSchemaMismatch = ({ code = '', message }: SystemError) =>
	/^42(P01|703)$/.test(code) || (code === 'SQLITE_ERROR' && /^no such /.test(message));

const describeUnusable = (setting: string, error: SystemError) =>
	isSchemaMismatch(error)
		? `${setting}: the database is empty, or belongs to another version of this program (${error.message}).`
		: // An AggregateError, of a host with several addresses, has no message of its own.
			toSentence(`${setting} cannot be used: ${error.message || error.code}`);

const describePostgresError = (error: SystemError) =>
	describeMissingRight(error.message) ??
	(/unsupported startup parameter|does not support .*startup/i.test(error.message)
		? 'DATABASE_URL leads to a pooler such as pgbouncer, which refuses our settings. Name PostgreSQL itself: the server pools its connections.'
		: describeUnusable('DATABASE_URL', error));

const describeListenError = ({ code, port, address, hostname, message }: SystemError) => {
	if (code === 'EADDRINUSE') return `PORT ${port} is already in use.`;
	if (code === 'EACCES')
		return `PORT ${port} may not be used by this user; take one above 1023, or have a proxy in front listen there.`;
	if (code === 'EADDRNOTAVAIL') return `HOST ${address} is no address of this machine.`;
	return toSentence(`HOST ${hostname ?? address ?? ''} cannot be used: ${message}`);
};

/** Returns a `ConfigError` that says why the server cannot listen on `HOST` and `PORT`. */
export const makeListenError = (error: unknown) =>
	new ConfigError(describeListenError(error as SystemError));

/** Returns a `ConfigError` that says why the database of the settings cannot be opened. */
export const makeDatabaseError = (cause: unknown, databaseUrl: string | undefined) => {
	const failure = cause as SystemError;
	const why = databaseUrl ? describePostgresError(failure) : describeUnusable('DATA_DIR', failure);
	return new ConfigError(describeProblem(cause) ?? why, { cause });
};

/** Returns an operator's error as one sentence with its setting; undefined for a bug, which needs its trace. */
export const describeProblem = (error: unknown): string | undefined => {
	const failure = error as SystemError;
	if (classifyError(error) === 'storage_full' || classifyError(failure.cause) === 'storage_full')
		return toSentence(`There is no room left on the disk: ${failure.message}`);
	if (OURS.some((kind) => error instanceof kind)) return failure.message;
	// A failed migration has the reason in its cause.
	for (const { code, severity, syscall } of [failure, (failure.cause ?? {}) as SystemError]) {
		if (code?.startsWith('SQLITE_')) return describeUnusable('DATA_DIR', failure);
		if (severity !== undefined || /^(connect|getaddrinfo)$/.test(syscall ?? ''))
			return describePostgresError(failure);
	}
	return failure.syscall === undefined ? undefined : toSentence(failure.message);
};
