import { sql } from 'kysely';
import { parseMpesaTime } from '#shared/east-africa-time.ts';
import { type Step, sqlStep } from './step.ts';

const BATCH = 500;

/** Outcomes of messages without a payment, when this step was written. */
const UNMATCHED = [
	...['unknown_request', 'unreadable', 'untrusted', 'amount_mismatch', 'receipt_reused'],
	...['request_mismatch', 'receipt_differs', 'other_short_code', 'time_ahead', 'amount_too_large'],
	...['other_type', 'cents'],
];

type Row = { id: number; at: string; body: Buffer };

const DAY_MS = 24 * 3_600_000;

/** A confirmation, or the values of a callback by their names. */
type Fields = Record<string, unknown>;

const parseFields = (body: Buffer): Fields => {
	try {
		const sent = JSON.parse(body.toString('utf8')) as Fields;
		const { Body } = sent as { Body?: { stkCallback?: { CallbackMetadata?: { Item?: unknown } } } };
		const items = Body?.stkCallback?.CallbackMetadata?.Item;
		if (!Array.isArray(items)) return sent;
		return Object.fromEntries(items.map((item: Fields) => [item?.Name, item?.Value]));
	} catch {
		return {};
	}
};

const readFacts = ({ at, body }: Row) => {
	const sent = parseFields(body) ?? {};
	const receipt = String(sent.TransID ?? sent.MpesaReceiptNumber ?? '').trim();
	const [, shillings] =
		/^(\d{1,9})(\.\d+)?$/.exec(String(sent.TransAmount ?? sent.Amount ?? '')) ?? [];
	const paidAt = parseMpesaTime(String(sent.TransTime ?? sent.TransactionDate ?? ''));
	const isPlausible = paidAt !== undefined && paidAt <= Date.parse(at) + DAY_MS;
	return {
		receipt: receipt === '' ? null : receipt.toUpperCase().slice(0, 64),
		amount: Number(shillings) || null,
		paid_at: isPlausible ? new Date(paidAt).toISOString() : null,
	};
};

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
			const { rows } = await sql<Row>`select id, at, body from mpesa_messages
				where id > ${after} and kind in ('stk', 'c2b') and id in (select message_id from payment_outcomes
					where outcome in (${sql.join(UNMATCHED)}))
				order by id limit ${BATCH}`.execute(db);
			for (const row of rows) {
				const { receipt, amount, paid_at } = readFacts(row);
				await sql`update mpesa_messages set receipt = ${receipt}, amount = ${amount}, paid_at = ${paid_at}
					where id = ${row.id}`.execute(db);
			}
			after = Number(rows.at(-1)?.id ?? after);
			if (rows.length < BATCH) break;
		}
		for (const trigger of triggers) await sql.raw(trigger.sql).execute(db);
		if (engine === 'postgres') await setTrigger('enable');
	},
});
