/** The error for a file that is not a statement; its message is for users. */
export class UnreadableStatement extends Error {}

/** Rows of cells as text; empty cells are ''. */
export type Cells = string[][];

/** Cells that are read of a row; a statement has 14. */
export const COLUMNS_MAX = 32;
/** Rows that are read: 100,000 lines, and as many that were not completed. */
export const ROWS_MAX = 200_000;

/** Empty rows in a spreadsheet after which a further row is a stray one and is not read. */
export const EMPTY_ROWS_MAX = 10_000;

/** Returns the error for a file with too many rows. */
export const tooLong = () =>
	new UnreadableStatement(
		'This file has more than 200,000 rows. Please export the statement in shorter periods.',
	);

/** Returns the error for a file that ends in the middle of a line or cell. */
export const incomplete = () =>
	new UnreadableStatement('This file is incomplete. Export it again.');
