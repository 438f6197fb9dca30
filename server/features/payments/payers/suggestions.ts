import type { AssignmentSuggestion } from '#shared/contract/payers.ts';
import { dayWords, eastAfricaText } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import { PHONE } from '#shared/phone.ts';
import type { Db } from '../../../db/database.ts';
import { type Payment, paymentRows } from '../store.ts';
import { momentOf, seqOf } from '../tables.ts';
import { nearReferences } from './references.ts';
import { standingPayments } from './store.ts';

const SUGGESTED = 5;
const DAY_MS = 24 * 3_600_000;

const dayOfMoment = (ms: number) => dayWords(eastAfricaText(ms).slice(0, 10));

interface Reason {
	/** A payment or an assignment that has the account: see `referenceOf`. */
	id: string;
	account_reference: string;
	months: number | null;
	text: string;
	/** What leads: the fewer, the likelier. */
	rank: number;
}

const byEdits = async (db: Db, { account_reference: typed }: Payment): Promise<Reason[]> => {
	if (typed === null || typed.length < 3) return [];
	const near = await nearReferences(db, typed, SUGGESTED);
	return near.map(({ id, account_reference, edits, uses }) => ({
		id,
		account_reference,
		months: null,
		rank: edits,
		text: `“${typed}” differs by ${edits === 1 ? 'one character' : 'two characters'}; ${uses >= 100 ? 'over 100' : uses} ${uses === 1 ? 'payment is' : 'payments are'} for “${account_reference}”.`,
	}));
};

/** What the same payer paid for; of a masked number it may have been another one. */
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

/** What was asked for near in time, of the same amount, and not paid. */
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

/**
 * The accounts that a payment may be meant for, the likeliest first, each with every reason in words: what the
 * same payer paid for, what is at most two edits away from what was typed, what was asked for of the same amount.
 */
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
