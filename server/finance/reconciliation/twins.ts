import { sql } from 'kysely';
import { lineSettlements } from '#shared/contract/finance/reconciliation.ts';
import type { Db } from '../../platform/db/database.ts';
import { hasSamePayer, type Side } from './likeness.ts';
import { formatCents } from './reasons.ts';
import { isLine, toSide } from './suggestions.ts';
import type { Item } from './tables.ts';

const MINUTE_MS = 60_000;

interface Twin {
	id: string;
	at: string;
	cents: number;
	receipt: string | null;
	phone: string | null;
	payer: string | null;
	account: string | null;
	decided: string | null;
}

const describe = ({ receipt, decided, cents: amount }: Twin) => {
	const what = lineSettlements[decided as keyof typeof lineSettlements];
	const end = what ? `was decided: ${what}` : 'is in our records';
	return `Possibly paid twice: ${formatCents(amount)} of the same payer and minute, ${receipt ?? 'without a receipt'}, ${end}.`;
};

/**
 * Finds open lines that can be a second payment of the same money, and says why, by line id: a payment, or a decided line, of
 * the same payer and amount within a minute.
 */
export const findTwins = async (db: Db, items: readonly Item[]) => {
	const lines = items.filter(isLine);
	if (lines.length === 0) return new Map<string, string>();
	const near = (at: string, amount: string) =>
		sql.join(
			lines.map((line) => {
				const { at: ms, amount: sum } = toSide(line);
				const [from, to] = [ms - MINUTE_MS, ms + MINUTE_MS].map((each) =>
					new Date(each).toISOString(),
				);
				return sql`${sql.ref(at)} >= ${from} and ${sql.ref(at)} <= ${to} and ${sql.raw(amount)} = ${sum}`;
			}),
			sql` or `,
		);
	const { rows } = await sql<Twin>`
		select p.id, p.paid_at as at, p.amount * 100 as cents, p.receipt, p.phone, p.payer_name as payer,
			p.account_reference as account, null as decided
		from payments as p where p.status || '' in ('completed', 'written_off') and (${near('p.paid_at', 'p.amount * 100')})
		union all
		select l.id, l.completed_at, l.paid_in, l.receipt, l.phone, l.payer_name, l.account_reference, d.what
		from statement_lines as l join decisions as d on d.about_kind = 'line' and d.about_id = l.id and d.withdrawn_at is null
		where d.what in ('not_ours', 'duplicate', 'to_return', 'other')
			and (${near('l.completed_at', 'l.paid_in')})`.execute(db);
	return new Map(
		lines.flatMap((line) => {
			const own = toSide(line);
			const twin = rows.find((row) => {
				const other: Side = { ...row, at: Date.parse(row.at), status: null };
				return (
					row.receipt !== line.receipt &&
					Number(row.cents) === own.amount &&
					Math.abs(other.at - own.at) <= MINUTE_MS &&
					hasSamePayer(own, other)
				);
			});
			return twin ? [[line.id, describe({ ...twin, cents: Number(twin.cents) })] as const] : [];
		}),
	);
};
