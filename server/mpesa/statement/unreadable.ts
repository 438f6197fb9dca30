/** A file that is no statement at all; the message says why, for a person. */
export class UnreadableStatement extends Error {}

/** Rows of cells as text; a cell without a value is ''. */
export type Cells = string[][];

/** So many cells of a row are read: a statement has 14. */
export const COLUMNS_MAX = 32;
/** So many rows: 100,000 lines, and as many again of what was not completed. */
export const ROWS_MAX = 200_000;

/** For a file with more rows than are read. */
export const tooLong = () =>
	new UnreadableStatement(
		'This file has more than 200,000 rows. Please export the statement in shorter periods.',
	);

/** Returns the error for a file that was cut off, in the middle of a line or of a cell. */
export const incomplete = () =>
	new UnreadableStatement('This file is incomplete. Export it again.');
