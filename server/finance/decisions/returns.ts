import { decisionWords } from '#shared/contract/finance/decisions.ts';
import { formatWhole } from '#shared/grouped.ts';
import type { Db } from '../../platform/db/database.ts';
import { isAdjustment, type StoredDecision, selectActive } from './store.ts';

/** Finds the refund or reversal that counts and is on a statement line. */
export const findReturnOfLine = (db: Db, lineId: string) =>
	selectActive(db).where('d.line_id', '=', lineId).where(isAdjustment('d')).executeTakeFirst();

/** Describes a refund or reversal that a person recorded: `refund of KSh 700 that Asha recorded`. */
export const describeTyped = ({
	what,
	amount_shillings,
	actor_name,
}: Pick<StoredDecision, 'what' | 'amount_shillings' | 'actor_name'>) =>
	`${decisionWords[what].toLowerCase()} of KSh ${formatWhole(amount_shillings ?? 0)} that ${actor_name} recorded`;

/** Selects the refunds and reversals `d` without a receipt that no statement line shows. */
export const selectTypedReturns = (db: Db) =>
	selectActive(db)
		.where(isAdjustment('d'))
		.where('d.receipt', 'is', null)
		.where('d.line_id', 'is', null)
		.orderBy('d.id');
