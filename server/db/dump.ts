import { hash } from 'node:crypto';

/**
 * A value of a row, the same whichever engine it comes from: as SQLite keeps it, so that booleans are
 * 0 and 1, and instants ISO 8601 text in UTC.
 */
export type Value = null | number | string | Buffer;
export type Row = readonly Value[];

/** A table and the columns that its rows are made of. */
export interface TableShape {
	name: string;
	columns: readonly string[];
}

/** All rows of a database, as of one moment. */
export interface Dump {
	/** The steps of the schema that the rows fit, oldest first. */
	steps: readonly string[];
	/** Every table, after those that it refers to. */
	tables: readonly TableShape[];
	/** The rows of a table in the order of its key, a batch at a time. One table after the other. */
	rows: (table: TableShape) => AsyncIterable<readonly Row[]>;
}

/** A database held at one moment; it can be written to meanwhile. */
export interface Snapshot extends Dump {
	/** What is wrong with the database itself; empty when nothing is. */
	problems: () => Promise<string[]>;
	/** Lets go of it; may be called again. */
	close: () => Promise<void>;
}

/** Rows that cannot be taken over. Its message is one sentence for a person. */
export class TransferError extends Error {}

/** A row as one line of JSON; bytes are `{"hex":"…"}`. */
export const encodeRow = (row: Row) =>
	JSON.stringify(
		row.map((value) => (Buffer.isBuffer(value) ? { hex: value.toString('hex') } : value)),
	);

/** Reads what `encodeRow` wrote. */
export const decodeRow = (line: string): Row =>
	(JSON.parse(line) as (Value | { hex: string })[]).map((value) =>
		value !== null && typeof value === 'object' && 'hex' in value
			? Buffer.from(value.hex, 'hex')
			: (value as Value),
	);

/** How many rows there are, and the sum of their hashes: the same in whatever order they come. */
export interface Tally {
	rows: number;
	sum: string;
}

/** Counts and sums rows up. */
export const tally = () => {
	let rows = 0;
	let low = 0n;
	let high = 0n;
	return {
		add: (row: Row) => {
			const digest = hash('sha256', encodeRow(row), 'buffer');
			low = BigInt.asUintN(64, low + digest.readBigUInt64BE(0));
			high = BigInt.asUintN(64, high + digest.readBigUInt64BE(8));
			rows++;
		},
		value: (): Tally => ({
			rows,
			sum: [high, low].map((half) => half.toString(16).padStart(16, '0')).join(''),
		}),
	};
};

/** The tally of what a source has for a table. */
export const tallyOf = async (source: Dump, table: TableShape): Promise<Tally> => {
	const sum = tally();
	for await (const rows of source.rows(table)) for (const row of rows) sum.add(row);
	return sum.value();
};

/** Tables that triggers fill while others are loaded: they are compared, never loaded. */
const KEPT_BY_TRIGGERS = new Set(['audit_heads']);

/** An empty database of the right schema that rows are being loaded into. */
export interface Loading extends Dump {
	/** What a value becomes on this engine, as it will be read again. */
	fitted: (table: TableShape, row: Row) => Row;
	load: (table: TableShape, rows: AsyncIterable<readonly Row[]>) => Promise<void>;
}

const named = (tables: readonly TableShape[]) =>
	new Map(tables.map((table) => [table.name, table]));

/** Loads all rows of a source, reads them back and compares. Resolves to what each table holds. */
export const loadAll = async (to: Loading, from: Dump) => {
	const own = named(to.tables);
	const foreign = from.tables.filter(({ name }) => !own.has(name)).map(({ name }) => name);
	if (foreign.length > 0)
		throw new TransferError(`This program knows no table ${foreign.join(', ')}.`);
	const expected = new Map<string, Tally>();
	for (const table of from.tables) {
		const sum = tally();
		async function* fitting() {
			for await (const rows of from.rows(table)) {
				const fitted = rows.map((row) => to.fitted(table, row));
				for (const row of fitted) sum.add(row);
				yield fitted;
			}
		}
		if (KEPT_BY_TRIGGERS.has(table.name)) for await (const _rows of fitting());
		else await to.load(table, fitting());
		expected.set(table.name, sum.value());
	}
	for (const table of from.tables) {
		const found = await tallyOf(to, table);
		const wanted = expected.get(table.name);
		if (found.rows !== wanted?.rows || found.sum !== wanted.sum)
			throw new TransferError(
				`The table ${table.name} did not arrive as it was: ${wanted?.rows} rows were sent and ${found.rows} are there.`,
			);
	}
	return expected;
};

/** Tables in an order in which each comes after those that it refers to; otherwise by name. */
export const parentsFirst = <T extends { name: string; parents: readonly string[] }>(
	tables: readonly T[],
): T[] => {
	const left = new Map(
		[...tables].sort((a, b) => (a.name < b.name ? -1 : 1)).map((t) => [t.name, t]),
	);
	const ordered: T[] = [];
	while (left.size > 0) {
		const free = [...left.values()].filter(({ name, parents }) =>
			parents.every((parent) => parent === name || !left.has(parent)),
		);
		if (free.length === 0) throw new Error('Tables refer to each other in a circle.');
		for (const table of free) {
			ordered.push(table);
			left.delete(table.name);
		}
	}
	return ordered;
};
