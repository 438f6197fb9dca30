import { sql } from 'kysely';
import { unmatchedOutcomes } from '#shared/contract/settlements.ts';
import { readMessageFacts } from '../../mpesa/deliveries.ts';
import { type Step, sqlStep } from './step.ts';

const BATCH = 500;

type Row = { id: number; at: string; kind: 'stk' | 'c2b'; body: Buffer };

/** Stores what the deliveries say that ever needed a decision. Messages are append-only, so their trigger is off. */
export const messageFactsStep: Step = (engine) => ({
	up: async (db) => {
		await sqlStep('0046-message-facts')(engine).up(db);
		const { rows: triggers } =
			engine === 'sqlite'
				? await sql<{ sql: string }>`select sql from sqlite_master
					where name = 'mpesa_messages_no_update' and type = 'trigger'`.execute(db)
				: { rows: [] };
		const setTrigger = (state: string) =>
			sql`alter table mpesa_messages ${sql.raw(state)} trigger mpesa_messages_append_only`.execute(
				db,
			);
		if (engine === 'sqlite') await sql`drop trigger mpesa_messages_no_update`.execute(db);
		else await setTrigger('disable');
		for (let after = 0; ; ) {
			const { rows } = await sql<Row>`select id, at, kind, body from mpesa_messages
				where id > ${after} and kind in ('stk', 'c2b') and id in (select message_id from payment_outcomes
					where outcome in (${sql.join(unmatchedOutcomes)}))
				order by id limit ${BATCH}`.execute(db);
			for (const { id, at, kind, body } of rows) {
				const { receipt, amount, paid_at } = readMessageFacts(kind, body, Date.parse(at));
				await sql`update mpesa_messages set receipt = ${receipt}, amount = ${amount}, paid_at = ${paid_at}
					where id = ${id}`.execute(db);
			}
			after = Number(rows.at(-1)?.id ?? after);
			if (rows.length < BATCH) break;
		}
		for (const trigger of triggers) await sql.raw(trigger.sql).execute(db);
		if (engine === 'postgres') await setTrigger('enable');
	},
});
