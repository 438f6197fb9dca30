import type { PeriodStep } from '#shared/contract/periods.ts';
import type { Item } from '../reconciliation/tables.ts';

/** Something that was done to a month (`yyyy-MM`). Append-only; the latest says how the month stands. */
export interface PeriodStepRow {
	id: string;
	month: string;
	/** From 1, by month. */
	n: number;
	at: string;
	step: PeriodStep;
	reason: string | null;
	/** Of a closing that somebody else had asked for: that step. */
	asked: string | null;
	/** What the month came to then, as JSON: `Kept`. */
	figures: string;
	checksum: string;
	actor: string;
	actor_name: string;
}

/** A line or payment of a month as it was when it was closed. Append-only; amounts as `Item` has them. */
export type PeriodItemRow = Item & { step: string };

declare module '../../db/schema.ts' {
	interface Schema {
		period_steps: PeriodStepRow;
		period_items: PeriodItemRow;
	}
}
