import { sql } from 'kysely';
import type { AssignmentSuggestion } from '#shared/contract/payers.ts';
import { dayWords, eastAfricaText } from '#shared/east-africa-time.ts';
import { editsBetween } from '#shared/edits.ts';
import { grouped } from '#shared/grouped.ts';
import { PHONE } from '#shared/phone.ts';
import type { Db } from '../../db/database.ts';
import { contains, plainLower } from '../../db/engine.ts';
import { findNotes, inForce, standing } from './standing.ts';
import { type Payment, paymentRows } from './store.ts';
import { momentOf, seqOf } from './tables.ts';

/** Edits of a typing error. */
const EDITS = 2;
/** Upper bound of references that are compared with the typed one. */
const COMPARED = 5_000;

/** A reference that is similar to another one. */
interface Near {
	/** A payment or an assignment that has it: see `referenceOf`. */
	id: string;
	account_reference: string;
	edits: number;
	uses: number;
}

/**
 * Returns the references in use that are at most two edits away from one, the nearest and most used first. Two edits
 * leave a third of the text unchanged, so only references that contain one of its thirds are compared.
 */
const findNearReferences = async (db: Db, reference: string, limit: number): Promise<Near[]> => {
	const text = reference.toLowerCase();
	const folded = plainLower(db, 'account_reference');
	const third = Math.ceil(text.length / 3);
	const thirds = [0, 1, 2].map((at) => text.slice(at * third, (at + 1) * third));
	const isSimilar = sql<boolean>`length(account_reference) between ${text.length - EDITS} and ${text.length + EDITS}
		and (${sql.join(
			thirds.filter((part) => part !== '').map((part) => contains(db, folded, part)),
			sql` or `,
		)})`;
	const used = (table: 'payments' | 'payment_assignments', prefix: string) => sql`
		select ${folded} as folded, account_reference as written, ${sql.lit(prefix)} || id as id
		from ${sql.table(table)} where account_reference is not null and ${isSimilar}`;
	const { rows } = await sql<{ folded: string; written: string; id: string; uses: number }>`
		select folded, min(written) as written, min(id) as id, count(*) as uses
		from (${used('payments', 'typed-')} union all ${used('payment_assignments', 'assignment-')}) as used
		group by folded limit ${COMPARED}`.execute(db);
	return rows
		.flatMap(({ folded: other, written, id, uses }) => {
			const edits = editsBetween(text, other, EDITS);
			return edits === undefined || edits === 0
				? []
				: [{ id, account_reference: written, edits, uses: Number(uses) }];
		})
		.sort((one, other) => one.edits - other.edits || other.uses - one.uses)
		.slice(0, limit);
};

const SUGGESTED = 5;
const DAY_MS = 24 * 3_600_000;

const dayOfMoment = (ms: number) => dayWords(eastAfricaText(ms).slice(0, 10));

interface Reason {
	/** A payment or an assignment that has the account: see `referenceOf`. */
	id: string;
	account_reference: string;
	months: number | null;
	text: string;
	/** The lower, the likelier. */
	rank: number;
}

const byEdits = async (db: Db, { account_reference: typed }: Payment): Promise<Reason[]> => {
	if (typed === null || typed.length < 3) return [];
	const near = await findNearReferences(db, typed, SUGGESTED);
	return near.map(({ id, account_reference, edits, uses }) => ({
		id,
		account_reference,
		months: null,
		rank: edits,
		text: `“${typed}” differs by ${edits === 1 ? 'one character' : 'two characters'}; ${grouped(uses)} ${uses === 1 ? 'payment is' : 'payments are'} for “${account_reference}”.`,
	}));
};

/** Selects the payments of the phone of a payment, newest first; without a phone, that payment alone. */
const paymentsOf = (db: Db, { id, phone }: Pick<Payment, 'id' | 'phone'>, limit: number) => {
	const rows = paymentRows(db).orderBy('seq', 'desc').limit(limit);
	return (phone === null ? rows.where('id', '=', id) : rows.where('phone', '=', phone)).execute();
};

/** Returns the newest payments of the payer of a payment, with the fields that their entries determine. */
export const standingPayments = async (db: Db, payment: Payment, limit: number) => {
	const rows = await paymentsOf(db, payment, limit);
	const notes = await findNotes(db, rows);
	return rows.map((row) => {
		const noted = inForce(row, notes);
		return { ...row, ...standing(row, noted), assignment: noted.assigned?.id ?? null };
	});
};

/** Suggests accounts that payments of the same phone are for; the same masked phone may be another payer. */
const byPayer = async (db: Db, payment: Payment): Promise<Reason[]> => {
	const { phone, id } = payment;
	if (phone === null) return [];
	const others = await standingPayments(db, payment, 50);
	const paid = others.filter((row) => row.id !== id && row.status === 'completed');
	const whose =
		PHONE.test(phone) || !phone.includes('*')
			? 'The same phone'
			: 'A phone that is masked alike, perhaps the same,';
	const found = Map.groupBy(paid, (row) => row.assigned_reference ?? row.account_reference);
	return [...found].flatMap(([account_reference, [newest]]) =>
		account_reference === null || !newest
			? []
			: [
					{
						id:
							newest.assignment === null ? `typed-${newest.id}` : `assignment-${newest.assignment}`,
						account_reference,
						months: newest.months,
						rank: phone.includes('*') ? 3 : 0,
						text: `${whose} paid for “${account_reference}” on ${dayOfMoment(momentOf(newest.seq))}.`,
					},
				],
	);
};

/** Suggests accounts of unpaid requests of the same amount within a day. */
const byAmount = async (db: Db, { seq, amount }: Payment): Promise<Reason[]> => {
	const at = momentOf(seq);
	const rows = await paymentRows(db)
		.where('seq', '>', seqOf(at - DAY_MS))
		.where('seq', '<', seqOf(at + DAY_MS))
		.where('origin', '=', 'stk')
		.where('status', 'in', ['pending', 'failed'])
		.where('amount', '=', amount)
		.where('account_reference', 'is not', null)
		.orderBy('seq', 'desc')
		.limit(SUGGESTED)
		.execute();
	return rows.map(({ id, account_reference, months, seq: asked }) => ({
		id: `typed-${id}`,
		account_reference: account_reference as string,
		months,
		rank: 4,
		text: `KSh ${grouped(amount)} were asked for “${account_reference}” on ${dayOfMoment(momentOf(asked))}, and not paid.`,
	}));
};

/** Suggests accounts for a payment, the likeliest first, each with its reasons as sentences. */
export const suggestionsFor = async (db: Db, payment: Payment): Promise<AssignmentSuggestion[]> => {
	const reasons = [
		...(await byPayer(db, payment)),
		...(await byEdits(db, payment)),
		...(await byAmount(db, payment)),
	];
	const typed = payment.account_reference?.toLowerCase();
	return [...Map.groupBy(reasons, ({ account_reference }) => account_reference.toLowerCase())]
		.filter(([folded]) => folded !== typed)
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
};
