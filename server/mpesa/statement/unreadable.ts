/** A file that is no statement at all; the message says why, for a person. */
export class UnreadableStatement extends Error {}

/** Rows of cells as text; a cell without a value is ''. */
export type Cells = string[][];
