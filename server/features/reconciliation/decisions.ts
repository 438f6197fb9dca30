import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/audit-log.ts';
import { type AuditContext, actorText } from '../../audit-context.ts';
import type { Database, Trx } from '../../db/database.ts';
import { isId } from '../../db/ids.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import { findPayment } from '../payments/store.ts';
import { cents } from './reasons.ts';
import type { DecisionRow, StatementLineRow } from './tables.ts';

/** What is done to payments, which is theirs to do: see `payments/book.ts`. */
export interface Books {
	book: (trx: Trx, paid: Paid, reason: string, by: AuditContext, now: number) => Promise<string>;
	complete: (
		trx: Trx,
		id: string,
		paid: Paid,
		reason: string,
		by: AuditContext,
		now: number,
	) => Promise<void>;
	unbook: (trx: Trx, id: string, reason: string, by: AuditContext, now: number) => Promise<void>;
	/** Notes beside a payment that a line took it back, by the line's receipt; and takes such a note back. */
	giveBack: (on: Deciding, id: string, note: GivenBack) => Promise<unknown>;
	keep: (on: Deciding, receipt: string) => Promise<boolean>;
}
type Paid = ReturnType<typeof paidOf>;

/** What M-Pesa took back, as it is noted: whole shillings, and M-Pesa's own time. */
export interface GivenBack {
	kind: 'reversal';
	amount: number;
	receipt: string;
	at: string;
	reason: string;
}

/** Who decides something, why, and when. */
export interface Deciding {
	database: Pick<Database, 'lock'>;
	trx: Trx;
	books: Books;
	by: AuditContext;
	now: number;
}

const conflict = (message: string) => new AppError('conflict', message);

const paidOf = ({ receipt, paid_in, completed_at, ...line }: StatementLineRow) => {
	if (paid_in % 100 !== 0)
		throw conflict('This line has cents, and payments are whole shillings. Please settle it.');
	const { phone, payer_name, account_reference } = line;
	return {
		...{ receipt, amount: paid_in / 100, paidAt: Date.parse(completed_at) },
		...{ phone, payer_name, account_reference },
	};
};

/** The item as nobody else decides about it meanwhile: a line, or the id of a payment. */
const itemOf = async ({ database, trx }: Deciding, id: string) => {
	if (!isId(id)) throw notFound('Line');
	await database.lock(trx, `reconciliation:${id}`);
	const line = await trx
		.selectFrom('statement_lines')
		.selectAll()
		.where('id', '=', id)
		.executeTakeFirst();
	if (!line && !(await findPayment(trx, id))) throw notFound('Line');
	return line;
};

const decisionOf = (trx: Trx, id: string) =>
	trx
		.selectFrom('reconciliation_decisions')
		.selectAll()
		.where('item_id', '=', id)
		.where('withdrawn_at', 'is', null)
		.executeTakeFirst();

const decide = async (
	{ trx, by, now }: Deciding,
	id: string,
	name: string | null,
	what: Pick<DecisionRow, 'decided' | 'payment_id' | 'reason'>,
) => {
	if (await decisionOf(trx, id))
		throw conflict('Somebody has decided about this line. Please take that back first.');
	await trx
		.insertInto('reconciliation_decisions')
		.values({
			...{ id: randomUUIDv7(), item_id: id, at: new Date(now).toISOString(), ...what },
			...{ actor: actorText(by.actor), actor_name: by.actor.name },
			...{ withdrawn_at: null, withdrawn_by: null },
		})
		.execute();
	const { decided: as, payment_id: payment, reason } = what;
	recordAudit(trx, by, {
		action: 'settle',
		item: { kind: 'statement_line', id, name },
		details: { as, ...(payment && { payment }), reason },
	});
};

/** A line that money came in by, which no completed payment has. */
const openLine = (line: StatementLineRow | undefined) => {
	if (!line) throw conflict('This is a payment of ours already.');
	if (line.paid_in === 0 || !['payment', 'other'].includes(line.kind))
		throw conflict('By this line nothing was paid to us.');
	return line;
};

/** Makes the payment that a line is about. */
export const bookLine = async (on: Deciding, id: string, reason: string) => {
	const line = openLine(await itemOf(on, id));
	const payment_id = await on.books.book(on.trx, paidOf(line), reason, on.by, on.now);
	await decide(on, id, line.receipt, { decided: 'booked', payment_id, reason });
};

const isTaken = async (trx: Trx, paymentId: string, receipt: string | null) => {
	const { rows } = await sql`
		select 1 from reconciliation_decisions where payment_id = ${paymentId} and decided = 'attached'
			and withdrawn_at is null
		union all select 1 from statement_lines where receipt = ${receipt} and paid_in > 0`.execute(
		trx,
	);
	return rows.length > 0;
};

const isReversal = ({ kind, paid_in }: StatementLineRow) => kind === 'reversal' && paid_in === 0;

/** What a line took back is a note beside the payment, by its receipt: it and the line are one. */
const attachReversal = (on: Deciding, line: StatementLineRow, id: string, reason: string) => {
	if (line.linked_receipt !== null)
		throw conflict(`The statement says that it takes back ${line.linked_receipt}.`);
	if (line.withdrawn % 100 !== 0)
		throw conflict('This line has cents, and payments are whole shillings.');
	const { receipt, completed_at: at } = line;
	const amount = line.withdrawn / 100;
	return on.books.giveBack(on, id, { kind: 'reversal', amount, receipt, at, reason });
};

/** Says which payment a line is about. One that is not completed is completed by it. */
export const attachLine = async (
	on: Deciding,
	id: string,
	{ transaction_id, reason = 'Attached' }: { transaction_id: string; reason?: string | undefined },
) => {
	const item = await itemOf(on, id);
	const payment = await findPayment(on.trx, transaction_id);
	if (!payment) throw invalid('transaction_id', 'Transaction not found');
	if (item && isReversal(item)) return void (await attachReversal(on, item, payment.id, reason));
	const line = openLine(item);
	await on.database.lock(on.trx, `reconciliation:${payment.id}`);
	if (await isTaken(on.trx, payment.id, payment.receipt))
		throw conflict('This payment stands on another line of a statement.');
	if (payment.amount * 100 !== line.paid_in)
		throw conflict(
			`The line says ${cents(line.paid_in)}, this payment ${cents(payment.amount * 100)}. Please settle them one by one.`,
		);
	await on.books.complete(on.trx, payment.id, paidOf(line), reason, on.by, on.now);
	await decide(on, id, line.receipt, { decided: 'attached', payment_id: payment.id, reason });
};

/** Says what a line, or a payment that no line is about, is. */
export const settleLine = async (
	on: Deciding,
	id: string,
	{ as, reason }: { as: DecisionRow['decided']; reason: string },
) => {
	const line = await itemOf(on, id);
	if (line && line.paid_in === 0) throw conflict('This line needs no decision.');
	await decide(on, id, line?.receipt ?? null, { decided: as, payment_id: null, reason });
};

/** Takes a decision back. 409 where it completed a payment, which stays so. */
export const withdrawDecision = async (on: Deciding, id: string) => {
	const { trx, books, by, now } = on;
	const line = await itemOf(on, id);
	const decision = await decisionOf(trx, id);
	if (!decision && line && isReversal(line) && (await books.keep(on, line.receipt))) return;
	if (!decision) throw notFound('Decision');
	const { decided, payment_id: payment } = decision;
	if (decided === 'booked' && payment) await books.unbook(trx, payment, decision.reason, by, now);
	if (
		decided === 'attached' &&
		payment &&
		(await findPayment(trx, payment))?.receipt === line?.receipt
	)
		throw conflict('The payment was completed by this line, and a completed payment stays so.');
	await trx
		.updateTable('reconciliation_decisions')
		.set({ withdrawn_at: new Date(now).toISOString(), withdrawn_by: actorText(by.actor) })
		.where('id', '=', decision.id)
		.execute();
	recordAudit(trx, by, {
		action: 'restore',
		item: { kind: 'statement_line', id, name: line?.receipt ?? null },
		details: { as: decided, reason: decision.reason },
	});
};
