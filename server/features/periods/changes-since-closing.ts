import { sql } from 'kysely';
import { countedDecisions, type DecisionKind, decisionWords } from '#shared/contract/decisions.ts';
import type { PeriodChange } from '#shared/contract/periods.ts';
import { formatIso } from '#shared/east-africa-time.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import type { Db } from '../../db/database.ts';
import { toSeq } from '../payments/tables.ts';
import type { Month } from '../reconciliation/tables.ts';

interface DecisionChange {
	created_at: string;
	withdrawn_at: string | null;
	actor_name: string;
	withdrawn_name: string | null;
	what: DecisionKind;
	reason: string;
	withdrawn_reason: string | null;
	amount_shillings: number | null;
	receipt: string | null;
	payment_amount: number | null;
	line_cents: number | null;
}

/** Lists the decisions made or taken back after the closing about money of a month. */
const listDecisionChanges = async (db: Db, { from, to }: Month, since: string) => {
	const isWithin = (column: string) =>
		sql`(${sql.ref(column)} >= ${formatIso(from)} and ${sql.ref(column)} < ${formatIso(to)})`;
	const { rows } = await sql<DecisionChange>`
		select d.*, p.amount as payment_amount, l.paid_in - l.withdrawn as line_cents
		from decisions as d
		left join payments as p on p.id = d.payment_id
		left join statement_lines as l on d.about_kind = 'line' and l.id = d.about_id
		where (d.created_at > ${since} or d.withdrawn_at > ${since})
			and d.what in (${sql.join(countedDecisions)})
			and case when d.what in ('reversal', 'refund') then ${isWithin('d.at')}
				when l.id is not null then ${isWithin('l.completed_at')}
				else ${isWithin('p.paid_at')}
					or p.paid_at is null and p.seq >= ${toSeq(from)} and p.seq < ${toSeq(to)} end`.execute(
		db,
	);
	return rows.flatMap((row): PeriodChange[] => {
		const amount =
			row.amount_shillings ??
			(row.line_cents === null ? row.payment_amount : Number(row.line_cents) / 100);
		const words = [decisionWords[row.what], row.receipt].filter(Boolean).join(', ');
		const change = (at: string, by: string, text: string, sign: 1 | -1) =>
			at > since ? [{ at, by, text, amount: amount === null ? null : sign * Number(amount) }] : [];
		return [
			...change(row.created_at, row.actor_name, `${words}: ${row.reason}`, 1),
			...(row.withdrawn_at === null
				? []
				: change(
						row.withdrawn_at,
						row.withdrawn_name ?? '',
						`Taken back: ${words}: ${row.withdrawn_reason}`,
						-1,
					)),
		];
	});
};

/**
 * Lists the statements that brought lines of a month after the closing. The cross join makes SQLite read lines only if there
 * is such a statement.
 */
const listImports = async (db: Db, { from, to }: Month, since: string) => {
	const { rows } = await sql<{
		at: string;
		actor_name: string;
		file_name: string;
		n: number;
		net: number;
	}>`select s.at, s.actor_name, s.file_name, count(*) as n, sum(l.paid_in - l.withdrawn) as net
		from statements as s cross join statement_lines as l
		where l.statement = s.id and s.at > ${since} and coalesce(s.last_line_at, s.covers_to) >= ${formatIso(from)}
			and coalesce(s.first_line_at, s.covers_from) < ${formatIso(to)} and l.completed_at >= ${formatIso(from)} and l.completed_at < ${formatIso(to)}
		group by s.id, s.at, s.actor_name, s.file_name`.execute(db);
	return rows.map(({ at, actor_name: by, file_name, n, net }) => ({
		at,
		by,
		text: `Imported ${formatCount(Number(n), 'line')} of “${file_name}”`,
		amount: Number(net) / 100,
	}));
};

/** Lists the statements with lines of a month that were removed after the closing. */
const listRemovals = async (db: Db, { from, to }: Month, since: string) => {
	const rows = await db
		.selectFrom('audit_log')
		.select(['at', 'actor_name', 'item_name', 'details'])
		.where('item_kind', '=', 'statement')
		.where('action', '=', 'delete')
		.where('at', '>', since)
		.execute();
	return rows.flatMap(({ at, actor_name: by, item_name, details }) => {
		const removed = JSON.parse(details ?? '{}') as { from: string; to: string; reason: string };
		if (removed.to <= formatIso(from) || removed.from >= formatIso(to)) return [];
		return [{ at, by, text: `Removed “${item_name}”: ${removed.reason}`, amount: null }];
	});
};

/** Lists the payments of a month that M-Pesa completed after the closing. */
const listArrivals = async (db: Db, { from, to }: Month, since: string) => {
	const rows = await db
		.selectFrom('payment_events as e')
		.innerJoin('payments as p', 'p.id', 'e.payment_id')
		.select(['e.at', 'p.amount', 'p.receipt'])
		.where('e.at', '>', since)
		// Events are read only of payments that changed since.
		.where('p.updated_at', '>', since)
		.where('e.to_status', '=', 'completed')
		.where('p.status', '<>', 'void')
		.where('e.cause', 'in', ['callback', 'confirmation', 'query', 'answer'])
		.where((eb) => eb.or([eb('e.from_status', 'is', null), eb('e.from_status', '<>', 'completed')]))
		.where('p.paid_at', '>=', formatIso(from))
		.where('p.paid_at', '<', formatIso(to))
		.execute();
	return rows.map(({ at, amount, receipt }) => ({
		at,
		by: 'M-Pesa',
		text: `Payment of KSh ${formatWhole(amount)} arrived${receipt ? `, ${receipt}` : ''}`,
		amount,
	}));
};

/** Lists everything that changed a closed month, oldest first, also if the sums cancel out. */
export const listChangesSince = async (
	db: Db,
	month: Month,
	since: string,
): Promise<PeriodChange[]> => {
	const lists = [listDecisionChanges, listImports, listRemovals, listArrivals];
	const changes = await Promise.all(lists.map((list) => list(db, month, since)));
	return changes.flat().sort((a, b) => (a.at < b.at ? -1 : 1));
};
