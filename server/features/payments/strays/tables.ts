import type { Generated } from 'kysely';
import type { Settlement } from '#shared/contract/strays.ts';

/** What somebody said that an unmatched delivery is. Append-only; a row with `withdraws` takes one back. */
interface DeliverySettlementRow {
	id: Generated<number>;
	message_id: number;
	decided: Settlement | null;
	/** The outcome that it had until then. */
	was: string | null;
	payment_id: string | null;
	at: string;
	reason: string;
	actor: string;
	actor_name: string;
	withdraws: number | null;
}

declare module '../../../db/schema.ts' {
	interface Schema {
		delivery_settlements: DeliverySettlementRow;
	}
}
