import { type RawBuilder, sql } from 'kysely';
import { toAccountKey } from '#shared/account.ts';
import type { Db } from '../../platform/db/database.ts';
import { listIds, toSqlList } from '../../platform/db/engine.ts';
import { isAdjustment, selectActive } from '../decisions/store.ts';
import { findEndsOfRequests } from './existing-accounts.ts';
import {
	type Decision,
	type Facts,
	isReturn,
	type Line,
	type Row,
	toShillings,
} from './payment-state.ts';

/** Outcomes of messages that mark their payment. */
const MARKING = [
	'late_success',
	'contradicted',
	'amount_mismatch',
	'receipt_reused',
	'receipt_differs',
	'request_mismatch',
	'request_id_reused',
	'untrusted',
	'unanswered',
	'time_ahead',
	'amount_too_large',
	'other_type',
	'cents',
	'no_balance',
	'dated_before',
];

/** Outcomes of reports that say that a request of ours was paid, and that changed nothing. */
export const REPORTED = ['amount_mismatch', 'time_ahead', 'receipt_reused', 'request_mismatch'];

/** True for a line `l` of a statement that reverses a payment. */
export const isReversalLine = sql`l.kind = 'reversal' and l.withdrawn > 0`;

const LINE = sql`l.id, l.receipt, l.identity, l.kind, l.withdrawn, l.linked_receipt`;

/**
 * Finds a line of its own for each return: the one that a person named, else one with its receipt; of several the one of its
 * kind and amount, and of equal ones that which it has.
 */
const matchLines = (
	returns: readonly Decision[],
	lines: readonly Line[],
	same: ReadonlyMap<number, string>,
) => {
	const pairs = returns.flatMap((each) => {
		const { id, what, receipt, amount_shillings, line_id } = each;
		const named = same.get(id);
		return lines
			.filter((line) => (named === undefined ? line.receipt === receipt : line.id === named))
			.map((line) => {
				const isOtherKind = (line.kind === 'reversal') !== (what === 'reversal');
				const isOtherAmount = toShillings(line) !== amount_shillings;
				const misfit = named ? -1 : 4 * Number(isOtherAmount) + 2 * Number(isOtherKind);
				return { id, line, misfit: misfit + Number(line.id !== line_id) };
			});
	});
	const lineOf = new Map<number, Line>();
	const taken = new Set<string>();
	for (const { id, line } of pairs.toSorted(
		(a, b) => a.misfit - b.misfit || a.id - b.id || (a.line.identity < b.line.identity ? -1 : 1),
	)) {
		if (lineOf.has(id) || taken.has(line.id)) continue;
		lineOf.set(id, line);
		taken.add(line.id);
	}
	return { lineOf, taken };
};

/** Lists the receipts of a payment: its own, and those of lines that a person attached to it. */
export const listReceipts = (
	receipt: string | null,
	decisions: readonly Pick<Decision, 'what' | 'receipt'>[],
) => {
	const attached = decisions.filter(({ what }) => what === 'attached');
	const all = [receipt, ...attached.map((each) => each.receipt)];
	return [...new Set(all)].filter((each) => each !== null);
};

/** Reads what is about some payments on statements: their reversals, and the lines of their refunds and reversals. */
const readLines = async (db: Db, rows: readonly Row[], own: readonly Decision[]) => {
	const receipts = [...rows.flatMap(({ receipt }) => receipt ?? []), ...listReceipts(null, own)];
	const { rows: linked } = await sql<Line>`select ${LINE} from statement_lines as l
		where l.linked_receipt in ${toSqlList(db, receipts)} and ${isReversalLine}`.execute(db);
	// A return of another payment can have the receipt of such a line, or of a return of these.
	const shared = new Set(
		[...linked, ...own.filter(isReturn)].flatMap(({ receipt }) => receipt ?? []),
	);
	const others =
		shared.size > 0
			? await selectActive(db)
					.where('d.receipt', 'in', [...shared])
					.where(isAdjustment('d'))
					.execute()
			: [];
	const returns = [
		...new Map([...own, ...others].filter(isReturn).map((each) => [each.id, each])).values(),
	];
	const same = new Map(
		own.flatMap(({ same_as, about_id }) => (same_as ? [[same_as, about_id]] : [])),
	);
	const named = returns.flatMap(({ receipt }) => receipt ?? []);
	const { rows: noted } =
		named.length + same.size === 0
			? { rows: [] }
			: await sql<Line>`select ${LINE} from statement_lines as l
				where l.receipt in ${toSqlList(db, named)} and l.withdrawn > 0 and l.kind in ('reversal', 'other')
				union select ${LINE} from statement_lines as l where l.id in ${toSqlList(db, [...same.values()])}`.execute(
					db,
				);
	const { lineOf, taken } = matchLines(returns, noted, same);
	return { lineOf, linked: linked.filter(({ id }) => !taken.has(id)) };
};

/** True for an outcome `o` without a later settlement of its message. */
const isUnsettled = sql`not exists (select 1 from payment_outcomes as s
	where s.message_id = o.message_id and s.id > o.id and s.outcome = 'settled')`;

/** Lists the messages that mark a payment. */
export const listMarkingMessages = async (db: Db, id: string) =>
	(await readOutcomes(db, sql`(${id})`))
		.values()
		.flatMap((own) => own.filter(isMarking))
		.map(({ message_id }) => message_id)
		.toArray();

interface Outcome {
	payment_id: string;
	message_id: number;
	outcome: string;
	unsettled: number;
}

const isMarking = ({ outcome, unsettled }: Outcome) =>
	Number(unsettled) === 1 && MARKING.includes(outcome);

const readOutcomes = async (db: Db, ids: RawBuilder<unknown>) => {
	const { rows } = await sql<Outcome>`select o.payment_id, o.message_id, o.outcome,
			case when ${isUnsettled} then 1 else 0 end as unsettled
		from payment_outcomes as o where o.payment_id in ${ids} order by o.id`.execute(db);
	return Map.groupBy(rows, ({ payment_id }) => payment_id);
};

/** Returns when we first heard of payments that do not know it yet. */
const readReceived = async (db: Db, rows: readonly Row[]) => {
	const ids = listIds(rows.filter(({ received_at }) => received_at === null));
	if (ids.length === 0) return new Map<string, string>();
	const events = await db
		.selectFrom('payment_events')
		.select(['payment_id', 'at'])
		.where('payment_id', 'in', ids)
		.where('from_status', 'is', null)
		.orderBy('id', 'desc')
		.execute();
	return new Map(events.map(({ payment_id, at }) => [payment_id, at]));
};

/** Wrong claims of a receipt after which only staff assign its payment. */
export const CLAIMS_MAX = 10;

/** Finds the receipts of payments that wrong claims named too often. */
const findClaimedOften = async (db: Db, rows: readonly Row[]) => {
	const receipts = rows.flatMap(({ receipt, status }) =>
		status === 'completed' ? (receipt ?? []) : [],
	);
	const { rows: found } = await sql<{ receipt: string }>`select receipt from learner_claims
		where receipt in ${toSqlList(db, receipts)} and wrong >= ${CLAIMS_MAX}`.execute(db);
	return new Set(found.map(({ receipt }) => receipt));
};

/** Finds the plans of part payments of which a part was given back, written off or assigned again. */
const findIncomplete = async (db: Db, own: readonly Decision[]) => {
	const plans = [...new Set(own.flatMap(({ together }) => together ?? []))];
	if (plans.length === 0) return new Set<number>();
	const rows = await selectActive(db)
		.innerJoin('payments as p', 'p.id', 'd.payment_id')
		.where('d.together', 'in', plans)
		.where(({ eb, or }) =>
			or([
				eb('p.status', '<>', 'completed'),
				eb('p.returned_shillings', '>=', sql.ref<number>('p.amount')),
				sql<boolean>`coalesce(p.assignment_id, 0) <> d.id`,
			]),
		)
		.execute();
	return new Set(rows.map(({ together }) => Number(together)));
};

/** Reads what other tables say about payments. */
export const readFacts = async (db: Db, rows: readonly Row[]) => {
	const ids = toSqlList(db, listIds(rows));
	const all: Decision[] = await selectActive(db)
		.where('d.payment_id', 'in', sql<string>`${ids}`)
		.orderBy('d.id')
		.execute();
	const { lineOf, linked } = await readLines(db, rows, all);
	const decisions = Map.groupBy(all, ({ payment_id }) => payment_id);
	const linesOf = Map.groupBy(linked, ({ linked_receipt }) => linked_receipt);
	const outcomes = await readOutcomes(db, ids);
	const received = await readReceived(db, rows);
	const findAssigned = (id: string) =>
		decisions.get(id)?.findLast(({ what }) => what === 'assignment');
	const accountOf = (row: Row) =>
		toAccountKey(findAssigned(row.id)?.account_reference ?? row.account_reference);
	const findEnd = await findEndsOfRequests(
		db,
		rows.flatMap((row) => (row.status === 'completed' ? (accountOf(row) ?? []) : [])),
	);
	const incomplete = await findIncomplete(db, all);
	const claimed = await findClaimedOften(db, rows);
	const collect = (row: Row): Facts => {
		const own = outcomes.get(row.id) ?? [];
		return {
			decisions: decisions.get(row.id) ?? [],
			lineOf,
			lines: listReceipts(row.receipt, decisions.get(row.id) ?? []).flatMap(
				(receipt) => linesOf.get(receipt) ?? [],
			),
			marks: own.filter(isMarking).map(({ outcome }) => outcome),
			reported: own.findLast(({ outcome }) => REPORTED.includes(outcome))?.message_id ?? null,
			received: received.get(row.id) ?? null,
			accountEnds: findEnd(accountOf(row)),
			isClaimedOften: claimed.has(row.receipt ?? ''),
			isPartMissing: incomplete.has(findAssigned(row.id)?.together ?? 0),
		};
	};
	return { collect, lineOf, decisions: all };
};
