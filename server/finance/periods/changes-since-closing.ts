import { sql } from 'kysely';
import { type DecisionKind, decisionWords } from '#shared/contract/finance/decisions.ts';
import type { PeriodChange } from '#shared/contract/finance/periods.ts';
import { formatIso } from '#shared/east-africa-time.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import { buildFirstId } from '../../platform/audit/audit-log.ts';
import type { Db } from '../../platform/db/database.ts';
import { toSqlList } from '../../platform/db/engine.ts';
import { fromSeq, toSeq } from '../payments/tables.ts';
import { type Month, parseMonth } from '../reconciliation/tables.ts';

/** The row of a closed month. */
interface ClosedRow {
	month: string;
	at: string;
	figures: string;
}

/** A month and its closing. */
interface Closing extends Month {
	/** The time of our clock. */
	at: string;
	/** The audit row of the closing. Later rows are of transactions that its figures do not hold (decision 0125). */
	audit: string;
	/** The decisions about the month that counted then; undefined in closings of earlier releases. */
	decisions: ReadonlySet<number> | undefined;
}

const readClosing = async (db: Db, { month, at, figures }: ClosedRow): Promise<Closing> => {
	const row = await db
		.selectFrom('audit_log')
		.select('id')
		.where('item_kind', '=', 'period')
		.where('item_id', '=', month)
		.where('action', '=', 'close')
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	const { decisions } = JSON.parse(figures);
	const audit = row?.id ?? buildFirstId(Date.parse(at));
	return { ...parseMonth(month), at, audit, decisions: decisions && new Set(decisions) };
};

interface DecisionChange {
	id: number;
	created_at: string;
	withdrawn_at: string | null;
	actor_name: string;
	withdrawn_name: string | null;
	what: DecisionKind;
	reason: string;
	withdrawn_reason: string | null;
	amount_shillings: number | null;
	receipt: string | null;
}

/**
 * Reads the decisions about money of a month that change no payment: returns, and what is said about lines and about
 * payments without a line. The others are changes of payments.
 */
const readDecisions = async (db: Db, { from, to }: Month) => {
	const isWithin = (column: string) =>
		sql`(${sql.ref(column)} >= ${formatIso(from)} and ${sql.ref(column)} < ${formatIso(to)})`;
	const { rows } = await sql<DecisionChange>`
		select d.* from decisions as d
		left join payments as p on p.id = d.payment_id
		left join statement_lines as l on d.about_kind = 'line' and l.id = d.about_id
		where d.what in ('reversal', 'refund') and d.payment_id is not null and ${isWithin('d.at')}
			or d.about_kind = 'line' and d.what not in ('reversal', 'refund') and d.undo is null
				and (${isWithin('l.completed_at')} or l.id is null and (${isWithin('p.paid_at')}
					or p.paid_at is null and p.seq >= ${toSeq(from)} and p.seq < ${toSeq(to)}))`.execute(db);
	return rows;
};

/** Lists the ids of the decisions about a month that count and change no payment. */
export const listDecisionIds = async (db: Db, month: Month) =>
	(await readDecisions(db, month)).flatMap(({ id, withdrawn_at }) =>
		withdrawn_at === null ? [Number(id)] : [],
	);

/** Lists the decisions made or taken back after the closing. */
const listDecisionChanges = async (db: Db, closing: Closing) => {
	const rows = await readDecisions(db, closing);
	return rows.flatMap((row): PeriodChange[] => {
		const { decisions, at: since } = closing;
		const wasThere = decisions?.has(Number(row.id)) ?? row.created_at <= since;
		const isEarlier = row.withdrawn_at !== null && row.withdrawn_at <= since;
		if (isEarlier && !(decisions && wasThere)) return [];
		const words = [decisionWords[row.what], row.receipt].filter(Boolean).join(', ');
		const amount = row.amount_shillings === null ? null : Number(row.amount_shillings);
		const change = (at: string, by: string, text: string, sign: 1 | -1) => ({
			...{ id: `${sign < 0 ? 'd' : 'w'}${row.id}`, at, by, text },
			amount: amount === null ? null : sign * amount,
		});
		return [
			...(wasThere ? [] : [change(row.created_at, row.actor_name, `${words}: ${row.reason}`, -1)]),
			...(row.withdrawn_at === null
				? []
				: [
						change(
							row.withdrawn_at,
							row.withdrawn_name ?? '',
							`Taken back: ${words}: ${row.withdrawn_reason}`,
							1,
						),
					]),
		];
	});
};

/** Lists the statements that brought lines of a month after the closing. */
const listImports = async (db: Db, { from, to, audit }: Closing): Promise<PeriodChange[]> => {
	const { rows } = await sql<{
		id: string;
		at: string;
		actor_name: string;
		file_name: string;
		n: number;
		paid_in: number;
		withdrawn: number;
	}>`select s.id, s.at, s.actor_name, s.file_name, count(*) as n, sum(l.paid_in) as paid_in, sum(l.withdrawn) as withdrawn
		from audit_log as a join statements as s on s.id = a.item_id cross join statement_lines as l
		where a.item_kind = 'statement' and a.action = 'import' and a.id > ${audit} and l.statement = s.id
			and coalesce(s.last_line_at, s.covers_to) >= ${formatIso(from)}
			and coalesce(s.first_line_at, s.covers_from) < ${formatIso(to)}
			and l.completed_at >= ${formatIso(from)} and l.completed_at < ${formatIso(to)}
		group by s.id, s.at, s.actor_name, s.file_name`.execute(db);
	return rows.map(({ id, at, actor_name: by, file_name, n, paid_in, withdrawn }) => {
		const format = (cents: number) => formatWhole(Math.round(Number(cents) / 100));
		const sums = `KSh ${format(paid_in)} in, KSh ${format(withdrawn)} out`;
		const text = `Imported ${formatCount(Number(n), 'line')} of “${file_name}”: ${sums}`;
		return { id: `i${id}`, at, by, text, amount: null };
	});
};

/** Lists the statements with lines of a month that were removed after the closing. */
const listRemovals = async (db: Db, { from, to, audit }: Closing): Promise<PeriodChange[]> => {
	const rows = await db
		.selectFrom('audit_log')
		.select(['id', 'at', 'actor_name', 'item_name', 'details'])
		.where('item_kind', '=', 'statement')
		.where('action', '=', 'delete')
		.where('id', '>', audit)
		.execute();
	return rows.flatMap(({ id, at, actor_name: by, item_name, details }) => {
		const removed = JSON.parse(details ?? '{}') as { from: string; to: string; reason: string };
		if (removed.to <= formatIso(from) || removed.from >= formatIso(to)) return [];
		const text = `Removed “${item_name}”: ${removed.reason}`;
		return [{ id: `r${id}`, at, by, text, amount: null }];
	});
};

/** What the audit trail says about a payment, as far as figures of months need it. */
interface State {
	status: string | null;
	amount: number;
	receipt: string | null;
	paid_at: string | null;
}
interface Changed extends State {
	id: string;
	seq: number;
	/** The time of the statement line of its receipt, which decides its month. */
	line_at: string | null;
}

/** Tolerated difference between the clocks of servers. */
const CLOCK_MS = 10 * 60_000;
/** Upper bound of the time between a request and its payment or line. */
const NEAR_MS = 2 * 86_400_000;

/** Reads the payments near a month that changed since a closing. */
const readChanged = async (db: Db, { from, to, at }: Closing) => {
	const since = new Date(Date.parse(at) - CLOCK_MS).toISOString();
	const { rows } = await sql<Changed>`
		select p.id, p.seq, p.status, p.amount, p.receipt, p.paid_at, coalesce(
			(select min(l.completed_at) from decisions as d join statement_lines as l on l.id = d.about_id
				where d.about_kind = 'line' and d.what = 'attached' and d.payment_id = p.id and d.withdrawn_at is null),
			(select min(l.completed_at) from statement_lines as l where l.receipt = p.receipt and l.paid_in > 0)) as line_at
		from payments as p where p.updated_at > ${since} and p.seq in (
			select seq from payments where paid_at >= ${formatIso(from)} and paid_at < ${formatIso(to)}
			union select seq from payments where seq >= ${toSeq(from - NEAR_MS)} and seq < ${toSeq(to + NEAR_MS)})`.execute(
		db,
	);
	return rows;
};

const CAUSES: Record<string, string> = {
	written_off: 'Written off',
	withdrawn: 'Taken back',
	merged: 'Merged',
	settled: 'Checked',
};

const describe = (
	details: { cause?: string; reason?: string },
	{ receipt }: State,
	amount: number,
) => {
	const { cause = '', reason } = details;
	const named = receipt ? `, ${receipt}` : '';
	if (reason !== undefined) return `${CAUSES[cause] ?? 'Booked'}${named}: ${reason}`;
	const payment = `Payment of KSh ${formatWhole(Math.abs(amount))}`;
	if (CAUSES[cause]) return `${payment} ${CAUSES[cause].toLowerCase()}${named}`;
	return `${payment} ${amount > 0 ? 'arrived' : 'no longer counts'}${named}`;
};

/**
 * Lists the changes of our records of a month after the closing, whatever made them: each audit row that adds a payment to
 * the month, takes it away, or changes its amount.
 */
const listPaymentChanges = async (db: Db, closing: Closing): Promise<PeriodChange[]> => {
	const { from, to, audit } = closing;
	const payments = await readChanged(db, closing);
	if (payments.length === 0) return [];
	const ids = toSqlList(
		db,
		payments.map(({ id }) => id),
	);
	const rows = await db
		.selectFrom('audit_log')
		.select(['id', 'item_id', 'at', 'actor_name', 'before', 'after', 'details'])
		.where(sql<boolean>`item_id in ${ids}`)
		.where('item_kind', '=', 'transaction')
		.where('id', '>', audit)
		.where('after', 'is not', null)
		.orderBy('id', 'desc')
		.execute();
	const byPayment = Map.groupBy(rows, ({ item_id }) => item_id);
	return payments.flatMap((payment) => {
		const count = ({ status, amount, receipt, paid_at }: State) => {
			const line = receipt === payment.receipt ? payment.line_at : null;
			const at = line ?? paid_at;
			const ms = at === null ? fromSeq(Number(payment.seq)) : Date.parse(at);
			return status === 'completed' && ms >= from && ms < to ? Number(amount) : 0;
		};
		let state: State = payment;
		return (byPayment.get(payment.id) ?? []).flatMap((row) => {
			const after = state;
			// Audit rows have only the fields that changed; the first one of a payment has none before.
			state =
				row.before === null ? { ...after, status: null } : { ...after, ...JSON.parse(row.before) };
			const amount = count(after) - count(state);
			if (amount === 0) return [];
			const named = after.receipt ? after : state;
			const text = describe(JSON.parse(row.details ?? '{}'), named, amount);
			return [{ id: `a${row.id}`, at: row.at, by: row.actor_name, text, amount }];
		});
	});
};

/**
 * Lists everything in a closed month that its stored figures do not hold, newest first, also if the sums cancel out.
 * Amounts are the change of our records, less what was given back.
 */
export const listChangesSince = async (db: Db, row: ClosedRow): Promise<PeriodChange[]> => {
	const closing = await readClosing(db, row);
	const lists = [listDecisionChanges, listImports, listRemovals, listPaymentChanges];
	const changes = await Promise.all(lists.map((list) => list(db, closing)));
	return changes
		.flat()
		.map((change) => ({ ...change, id: `${row.month}:${change.id}` }))
		.sort((a, b) => (a.at > b.at ? -1 : 1));
};
