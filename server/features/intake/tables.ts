import type { Selectable } from 'kysely';

/** A batch of uploaded files that become past papers. */
interface IntakeTable {
	id: string;
	at: string;
	/** Time of the last change. The intake is deleted 30 days later. */
	changed_at: string;
	/** Kind and id in one text, as in `person:0198…`. */
	actor: string;
	actor_name: string;
	/** The default course of its rows. */
	course_id: string | null;
	/** The operation of its last save. */
	operation: string | null;
}
export type IntakeTableRow = Selectable<IntakeTable>;

/** A file of an intake. */
interface IntakeRowTable {
	id: string;
	intake: string;
	/** Order of arrival, from 1; the table is ordered by path instead. */
	n: number;
	/** Path in the chosen folder. */
	path: string;
	/** Our own link to the file, which keeps it from being swept. */
	url: string;
	/** `IntakeCells` as JSON: only values that a person set. */
	given: string;
	skipped: boolean;
	/** The row of the operation that creates its past paper. */
	operation: string | null;
	operation_n: number | null;
}

declare module '../../db/schema.ts' {
	interface Schema {
		intakes: IntakeTable;
		intake_rows: IntakeRowTable;
	}
}
