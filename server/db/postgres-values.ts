import { type Row, TransferError, type Value } from './dump.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\d{3})?Z$/;

const PLAIN = new Set(['text', 'character varying', 'integer', 'bigint', 'smallint']);

/** How a column is asked for, so that JSON holds its value as SQLite would keep it. */
export const readAs = (column: string, type: string) => {
	if (PLAIN.has(type) || type === 'double precision') return column;
	if (type === 'boolean') return `${column}::int`;
	if (type === 'bytea') return `encode(${column}, 'hex')`;
	if (type === 'timestamp with time zone')
		return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
	throw new TransferError(`The column ${column} is of a kind that cannot be copied: ${type}.`);
};

/** The value of a column from what JSON holds. */
export const neutral = (value: string | number | null, type: string): Value => {
	if (typeof value !== 'string') return value;
	if (type === 'bytea') return Buffer.from(value, 'hex');
	// Instants of ours have milliseconds; one of the database's own may have more.
	if (type === 'timestamp with time zone') return value.replace(/(\.\d{3})000Z$/, '$1Z');
	return value;
};

/** A value as it will be read again: instants may be written in many ways. */
export const fittedText = (value: Value, type: string): Value => {
	if (type !== 'timestamp with time zone' || typeof value !== 'string' || INSTANT.test(value))
		return value;
	const instant = new Date(value);
	if (Number.isNaN(instant.getTime()))
		throw new TransferError(`“${value}” is not an instant, where one must be.`);
	return instant.toISOString();
};

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const field = (value: Value) => {
	if (value === null) return '\\N';
	if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
	return String(value).replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? '');
};

/** A row as a line of COPY's text (postgresql.org/docs/current/sql-copy.html, "Text Format"). */
export const copyLine = (row: Row) => `${row.map(field).join('\t')}\n`;
