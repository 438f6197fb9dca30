import type { Generated } from 'kysely';
import type { AdjustmentKind } from '#shared/contract/adjustments.ts';

/** What both have: who noted it, when and why, and which earlier row it takes back. Append-only. */
interface NotedRow {
	id: Generated<number>;
	payment_id: string;
	at: string;
	reason: string;
	actor: string;
	actor_name: string;
	withdraws: number | null;
}

/** Money of a payment that was given back, in whole shillings; what says so is null where a row takes back. */
export interface AdjustmentRow extends NotedRow {
	kind: AdjustmentKind | null;
	amount: number | null;
	receipt: string | null;
	happened_at: string | null;
}

/** Whose a payment is, whatever was typed; the newest that was not taken back counts. */
export interface AssignmentRow extends NotedRow {
	account_reference: string | null;
	months: number | null;
}

declare module '../../../db/schema.ts' {
	interface Schema {
		payment_adjustments: AdjustmentRow;
		payment_assignments: AssignmentRow;
	}
}
