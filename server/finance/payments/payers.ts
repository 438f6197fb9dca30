import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { toAccountKey } from '#shared/account.ts';
import { payerCalls } from '#shared/contract/finance/calls.ts';
import {
	type AssignmentSuggestion,
	type Payer,
	REVEALED_S,
} from '#shared/contract/finance/payers.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { writeOffNames } from '#shared/contract/finance/write-offs.ts';
import { formatMessageDay } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import { isMasked, PHONE } from '#shared/phone.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { StoredDecision } from '../decisions/store.ts';
import { findPaymentAccount } from './access.ts';
import { findExisting } from './existing-accounts.ts';
import { proposeParts } from './part-payments.ts';
import { proposeAccounts } from './proposals.ts';
import { findSimilarMasks, isOfPhone } from './similar-phones.ts';
import {
	getPayment,
	type Payment,
	selectPayments,
	toAdjusted,
	toValidity,
	withMarks,
} from './store.ts';
import { fromSeq, toSeq } from './tables.ts';
import { toPaymentItem } from './unit-of-work.ts';

/** Returns the newest payments that a condition finds, with the fields that their entries determine. */
const listMatching = async (db: Db, condition: RawBuilder<boolean>, limit: number) => {
	const rows = await selectPayments(db)
		.where(condition)
		.where('status', '<>', 'void')
		.orderBy('seq', 'desc')
		.limit(limit)
		.execute();
	return rows.map((row) => ({ ...row, ...toValidity(row), adjusted: toAdjusted(row) }));
};

type PayerPayment = Awaited<ReturnType<typeof listMatching>>[number];

const SUGGESTED = 5;
const DAY_MS = 24 * 3_600_000;

interface Reason {
	/** A payment or an assignment that has the account: see `assign`. */
	id: string;
	account_reference: string;
	months: number | null;
	text: string;
	/** The lower, the likelier. */
	rank: number;
}

/** Suggests existing accounts that stand inside the typed reference, or differ from it in one or two signs. */
const findByReference = async (
	db: Db,
	payment: Payment,
	plans: readonly Plan[],
): Promise<Reason[]> => {
	const proposals = (await proposeAccounts(db, [payment], plans)).get(payment.id) ?? [];
	return proposals.map(({ by, account_reference, months, text }) => ({
		id: by === 'inside' ? `inside-${payment.id}` : `account-${account_reference}`,
		account_reference,
		months,
		rank: by === 'inside' ? -1 : 1,
		text,
	}));
};

/** Suggests accounts that payments of the same phone are for; the same masked phone may be another payer. */
const findByPayer = async (db: Db, payment: Payment): Promise<Reason[]> => {
	const { phone, id } = payment;
	if (phone === null) return [];
	const others = await listMatching(db, await isOfPhone(db, phone), 50);
	const paid = others.filter((row) => row.id !== id && row.status === 'completed');
	const phoneWords = isMasked(phone)
		? 'A phone that is masked alike, perhaps the same,'
		: 'The same phone';
	const byAccount = Map.groupBy(paid, (row) => row.assigned_reference ?? row.account_reference);
	return [...byAccount].flatMap(([account_reference, [newest]]) =>
		account_reference === null || !newest
			? []
			: [
					{
						id:
							newest.assignment_id === null
								? `typed-${newest.id}`
								: `assignment-${newest.assignment_id}`,
						account_reference,
						months: newest.months,
						rank: isMasked(phone) ? 3 : 0,
						text: `${phoneWords} paid for “${account_reference}” on ${formatMessageDay(fromSeq(newest.seq))}.`,
					},
				],
	);
};

/** Suggests accounts of unpaid requests of the same amount within a day. */
const findByAmount = async (db: Db, { seq, amount }: Payment): Promise<Reason[]> => {
	const at = fromSeq(seq);
	const rows = await selectPayments(db)
		.where('seq', '>', toSeq(at - DAY_MS))
		.where('seq', '<', toSeq(at + DAY_MS))
		.where('origin', '=', 'stk')
		.where('status', 'in', ['pending', 'failed'])
		.where('amount', '=', amount)
		.where('account_reference', 'is not', null)
		.orderBy('seq', 'desc')
		.limit(SUGGESTED)
		.execute();
	return rows.map(({ id, account_reference, months, seq: requestSeq }) => ({
		id: `typed-${id}`,
		account_reference: account_reference as string,
		months,
		rank: 4,
		text: `KSh ${formatWhole(amount)} were asked for “${account_reference}” on ${formatMessageDay(fromSeq(requestSeq))}, and not paid.`,
	}));
};

/** Suggests existing accounts for a payment, the likeliest first, each with its reasons as sentences. */
const listAccountSuggestions = async (
	db: Db,
	payment: Payment,
	plans: readonly Plan[],
): Promise<AssignmentSuggestion[]> => {
	const reasons = [
		...(await findByPayer(db, payment)),
		...(await findByReference(db, payment, plans)),
		...(await findByAmount(db, payment)),
	];
	const typed = toAccountKey(payment.account_reference);
	const byAccount = Map.groupBy(reasons, (each) => toAccountKey(each.account_reference) ?? '');
	const existing = await findExisting(db, [...byAccount.keys()]);
	const parts = (await proposeParts(db, payment, plans)).map(
		({ act: _, text, ids, ...proposed }) => ({ id: 'together', ...proposed, reasons: [text], ids }),
	);
	const others = [...byAccount]
		.filter(([key]) => key !== typed && existing.has(key))
		.map(([, some]) => ({
			id: (some[0] as Reason).id,
			account_reference: (some[0] as Reason).account_reference,
			months: some.find(({ months }) => months !== null)?.months ?? null,
			reasons: some.map(({ text }) => text).filter((text, at, all) => all.indexOf(text) === at),
			rank: Math.min(...some.map(({ rank }) => rank)) - some.length,
		}))
		.sort((a, b) => a.rank - b.rank)
		.slice(0, SUGGESTED)
		.map(({ rank: _, ...suggestion }) => suggestion);
	return [...parts, ...others];
};

/** Upper bounds of the payments of a payer, and of the notes about them. */
const PAYMENTS_MAX = 500;
const ENTRIES_MAX = 50;

/** Counts the payments by each form in which M-Pesa may show a number: masked, or hashed (SHA-256 in hex; Daraja, C2B v1). */
const countPossible = async (db: Db, phone: string | null) => {
	if (phone === null || !PHONE.test(phone)) return [];
	const hash = createHash('sha256').update(phone).digest('hex');
	const forms = [...(await findSimilarMasks(db, phone)), hash];
	const rows = await db
		.selectFrom('payments')
		.select((eb) => ['phone', eb.fn.countAll<number>().as('count')])
		.where('phone', 'in', forms)
		.where('status', '<>', 'void')
		.groupBy('phone')
		.execute();
	return rows.map((row) => ({ phone_number: row.phone as string, count: Number(row.count) }));
};

/** Returns the kind of a decision on the payer's page. */
const toNoteKind = ({ about_kind, what }: StoredDecision): Payer['notes'][number]['kind'] => {
	if (about_kind === 'delivery') return 'delivery';
	if (about_kind === 'line') return 'booked';
	if (what === 'assignment') return 'assigned';
	if ((writeOffNames as string[]).includes(what)) return 'written_off';
	return what as 'reversal' | 'refund' | 'settled' | 'note' | 'to_return';
};

const readNotes = async (
	db: Db,
	payments: readonly PayerPayment[],
): Promise<Pick<Payer, 'notes' | 'more_notes'>> => {
	if (payments.length === 0) return { notes: [], more_notes: false };
	const ids = payments.map(({ id }) => id);
	const rows = await db
		.selectFrom('decisions')
		.selectAll()
		.where('payment_id', 'in', ids)
		.orderBy('id', 'desc')
		.limit(ENTRIES_MAX + 1)
		.execute();
	const byId = new Map(payments.map((payment) => [payment.id, payment]));
	const notes = rows.slice(0, ENTRIES_MAX).map((row) => {
		const { id, amount, receipt } = byId.get(row.payment_id as string) as PayerPayment;
		return {
			at: row.created_at,
			kind: toNoteKind(row),
			by: row.actor_name,
			text: row.reason,
			account_reference: row.account_reference,
			amount: row.amount_shillings,
			withdrawn: row.withdrawn_at !== null,
			transaction: { id, amount, receipt },
		};
	});
	return { notes, more_notes: rows.length > ENTRIES_MAX };
};

const sumRows = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
	rows.reduce((sum, row) => sum + value(row), 0);

const listDistinct = (texts: readonly (string | null)[]) => [
	...new Set(texts.filter((text) => text !== null)),
];

const listReferences = (completed: readonly PayerPayment[]) =>
	[...Map.groupBy(completed, (row) => row.assigned_reference ?? row.account_reference)]
		.flatMap(([account_reference, rows]) =>
			account_reference === null ? [] : [{ account_reference, count: rows.length }],
		)
		.sort((a, b) => b.count - a.count);

/** Returns a condition: payments of an account; without one of the payment's phone, or that payment alone. */
const isOfAccount = (db: Db, { id, phone }: Payment, account: string | null) => {
	if (account !== null) return sql<boolean>`payments.account = ${account}`;
	return phone === null ? sql<boolean>`payments.id = ${id}` : isOfPhone(db, phone);
};

/**
 * Summarizes the account of a payment, as of `now` (milliseconds); without an account the payer. Similar hidden numbers are
 * counted, never joined.
 */
const summarizePayer = async (db: Db, payment: Payment, now: number): Promise<Payer> => {
	const { phone } = payment;
	const account = (await findPaymentAccount(db, payment.id)) ?? null;
	const isOwn = await isOfAccount(db, payment, account);
	const payments = await listMatching(db, isOwn, PAYMENTS_MAX + 1);
	const rows = payments.slice(0, PAYMENTS_MAX);
	const completed = rows.filter(({ status }) => status === 'completed');
	const open = rows.filter(({ status }) => status === 'pending');
	return {
		account,
		phone_number: phone,
		hidden: phone !== null && !PHONE.test(phone),
		names: listDistinct(rows.map(({ payer_name }) => payer_name)).slice(0, 5),
		completed: {
			count: completed.length,
			amount: sumRows(completed, ({ amount }) => amount),
			adjusted: sumRows(completed, ({ adjusted }) => adjusted),
		},
		more: payments.length > PAYMENTS_MAX,
		open: await withMarks(db, open.slice(0, 20), now),
		references: listReferences(completed),
		...(await readNotes(db, rows)),
		possible: await countPossible(db, phone),
	};
};

/** Adds the routes about the payer of a payment. They take the id of the payment, so no address contains a number. */
export const addPayerRoutes = (
	api: Api,
	{ database, now, plans }: { database: Database; now: () => number; plans: readonly Plan[] },
) => {
	const readFor = async <T>(
		request: FastifyRequest,
		look: (db: Db, payment: Payment) => Promise<T>,
	) => {
		const { id } = request.params as { id: string };
		const { read } = database;
		return look(read, await getPayment(read, id));
	};

	// No answer is stored for an `Idempotency-Key`: it would store the number. Each repeat is audited.
	answerCalls(api, { database, now }, payerCalls, {
		getPayer: (request) => readFor(request, (db, payment) => summarizePayer(db, payment, now())),
		listAccountSuggestions: (request) =>
			readFor(request, (db, payment) => listAccountSuggestions(db, payment, plans)),
		revealPhone: {
			write: async ({ trx, context, now: at }, { params, body }) => {
				const payment = await getPayment(trx, params.id);
				recordAudit(trx, context, {
					action: 'reveal',
					item: toPaymentItem(payment),
					details: { reason: body.reason },
				});
				const until = new Date(at + REVEALED_S * 1_000).toISOString();
				return { phone_number: payment.phone, until };
			},
		},
	});
};
