import type { Series } from '#shared/contract/exam-sets.ts';

/** An exam that was never held: of one subject, or, without one, of all that a course has. */
export interface NotHeldRow {
	id: string;
	course_id: string;
	subject_id: string | null;
	year: number;
	series: Series | null;
	at: string;
	/** Kind and id in one text, as in the audit trail. */
	actor: string;
	actor_name: string;
}

declare module '../../db/schema.ts' {
	interface Schema {
		not_held: NotHeldRow;
	}
}
