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
	/** Every table; a database to be filled has those that others refer to before these. */
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
		row.map((value) => {
			if (Buffer.isBuffer(value)) return { hex: value.toString('hex') };
			if (value === null || typeof value === 'number' || typeof value === 'string') return value;
			throw new TransferError('There is a value of a kind that cannot be copied.');
		}),
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

/** An empty database of the right schema, whose triggers rest while rows are being loaded into it. */
export interface Loading extends Dump {
	load: (table: TableShape, rows: AsyncIterable<readonly Row[]>) => Promise<void>;
}

/** Loads all rows of a dump, reads them back and compares. Resolves to what each table holds. */
export const loadAll = async (to: Loading, from: Dump) => {
	const given = new Map(from.tables.map((table) => [table.name, table]));
	const own = to.tables.flatMap(({ name }) => given.get(name) ?? []);
	const foreign = from.tables.filter((table) => !own.includes(table)).map(({ name }) => name);
	if (foreign.length > 0)
		throw new TransferError(`This program knows no table ${foreign.join(', ')}.`);
	const expected = new Map<string, Tally>();
	for (const table of own) {
		const sum = tally();
		async function* summed() {
			for await (const rows of from.rows(table)) {
				for (const row of rows) sum.add(row);
				yield rows;
			}
		}
		await to.load(table, summed());
		expected.set(table.name, sum.value());
	}
	for (const table of own) {
		const found = await tallyOf(to, table);
		const wanted = expected.get(table.name);
		if (found.rows !== wanted?.rows || found.sum !== wanted.sum)
			throw new TransferError(
				`The table ${table.name} did not arrive as it was: ${wanted?.rows} rows were sent and ${found.rows} are there.`,
			);
	}
	return expected;
};
