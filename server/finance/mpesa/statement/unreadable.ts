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

/** Upper bound of the characters of a cell. */
const CELL_MAX = 1_000;
/** Upper bound of the text of all cells: 200,000 rows of 300 characters. Many cells may name one text of the file. */
const TEXT_MAX = 60_000_000;

/** Cuts a text that is too long for a cell, so that `checkText` still refuses it and no other step reads it. */
export const clipCell = (text: string) => text.slice(0, CELL_MAX + 1);

/** Throws for rows with more text than a statement has. */
export const checkText = (rows: Cells) => {
	let length = 0;
	for (const [at, cells] of rows.entries())
		for (const cell of cells) {
			if (cell.length > CELL_MAX)
				throw new UnreadableStatement(
					`Row ${at + 1} has a cell with more than 1,000 characters, which no statement has. Please export the statement again, as CSV.`,
				);
			length += cell.length;
		}
	if (length > TEXT_MAX)
		throw new UnreadableStatement(
			'This file has more text than 200,000 rows of a statement. Please export the statement in shorter periods.',
		);
};

/** Returns the error for a file with too many rows. */
export const tooLong = () =>
	new UnreadableStatement(
		'This file has more than 200,000 rows. Please export the statement in shorter periods.',
	);

/** Returns the error for a file that ends in the middle of a line or cell. */
export const incomplete = () =>
	new UnreadableStatement('This file is incomplete. Export it again.');
