import type { Selectable } from 'kysely';

/** Files on their way to be past papers. */
interface IntakeTable {
	id: string;
	at: string;
	/** When somebody last did something to it; it is kept for 30 days from then. */
	changed_at: string;
	/** Kind and id in one text, as in `person:0198…`. */
	actor: string;
	actor_name: string;
	/** The course of its rows, where nothing else says one. */
	course_id: string | null;
	/** Its last save. */
	operation: string | null;
}
export type IntakeTableRow = Selectable<IntakeTable>;

/** One file of an intake. */
interface IntakeRowTable {
	id: string;
	intake: string;
	/** Order of arrival, from 1; the table is ordered by path instead. */
	n: number;
	/** As it lay in its folder. */
	path: string;
	/** One of our own links, which keeps the file from being swept. */
	url: string;
	/** `IntakeCells` as JSON: what a person set, and nothing that was read. */
	given: string;
	skipped: boolean;
	/** The row of an operation that was to make a past paper of it. */
	operation: string | null;
	operation_n: number | null;
}

declare module '../../db/schema.ts' {
	interface Schema {
		intakes: IntakeTable;
		intake_rows: IntakeRowTable;
	}
}
