import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { listIds, lockNames, toSqlList } from '../../platform/db/engine.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import { isAdjustment } from '../decisions/store.ts';
import { readFacts } from './payment-facts.ts';
import {
	compareState,
	computeState,
	type Decision,
	isReturn,
	type Line,
	type Row,
	STATE,
} from './payment-state.ts';
import { toSeq } from './tables.ts';

/** Time between two payments of the same money. */
const TWICE_MS = 10 * 60_000;
const WINDOW = toSeq(TWICE_MS);
/** Stores the line of each return, by which reconciliation finds it. */
const storeLines = async (
	trx: Trx,
	decisions: readonly Decision[],
	lineOf: ReadonlyMap<number, Line>,
) => {
	for (const { id, line_id } of decisions.filter(isReturn)) {
		const line = lineOf.get(id)?.id ?? null;
		if (line !== line_id)
			await trx.updateTable('decisions').set({ line_id: line }).where('id', '=', id).execute();
	}
};

/** The first other completed payment of the phone, account and amount of `p` within ten minutes, if neither was given back or checked. */
const TWIN = sql`case when p.status = 'completed' and p.phone is not null and not p.checked
		and p.returned_shillings < p.amount
	then (select o.id from payments as o where o.phone = p.phone and o.amount = p.amount and o.status = 'completed'
		and o.seq between p.seq - ${sql.lit(WINDOW)} and p.seq + ${sql.lit(WINDOW)} and o.id <> p.id
		and coalesce(o.account, '') = coalesce(p.account, '') and not o.checked and o.returned_shillings < o.amount
		order by o.seq limit 1) end`;

interface Twin {
	id: string;
	stored: string | null;
	computed: string | null;
}

/** Finds payments whose twin is not the stored one: some payments, those next to them, and those that name them. */
const findChangedTwins = async (db: Db, ids: RawBuilder<unknown>, rows: readonly Row[]) => {
	if (rows.length === 0) return [];
	const phones = toSqlList(db, [...new Set(rows.flatMap(({ phone }) => phone ?? []))]);
	const places = rows.map(({ seq }) => seq);
	const [from, to] = [Math.min(...places) - WINDOW, Math.max(...places) + WINDOW];
	const { rows: twins } = await sql<Twin>`select * from (
		select p.id, p.paid_twice as stored, ${TWIN} as computed from payments as p where p.id in (
			select id from payments where id in ${ids}
			union select id from payments where paid_twice in ${ids}
			union select id from payments where phone in ${phones} and seq between ${from} and ${to})) as found
		where coalesce(stored, '') <> coalesce(computed, '')`.execute(db);
	return twins;
};

/** Finds payments that lines name of which some payments have, or had, a return, and others with a return of that receipt. */
const findNamed = async (db: Db, ids: RawBuilder<unknown>) => {
	const { rows } = await sql<{ id: string }>`select p.id from decisions as d
		join statement_lines as l on l.receipt = d.receipt join payments as p on p.receipt = l.linked_receipt
		where d.payment_id in ${ids} and d.what in ('reversal', 'refund')
		union select o.payment_id from decisions as d join decisions as o on o.receipt = d.receipt
		where d.payment_id in ${ids} and d.what in ('reversal', 'refund') and ${isAdjustment('o')}`.execute(
		db,
	);
	return listIds(rows);
};

/** Finds the parts of plans that some payments make, or made, together with others. */
const findParts = async (db: Db, ids: readonly string[]) => {
	const { rows } = await sql<{ id: string }>`select distinct o.payment_id as id from decisions as d
		join decisions as o on o.together = d.together where d.payment_id in ${toSqlList(db, ids)}`.execute(
		db,
	);
	return listIds(rows);
};

const readRows = (db: Db, ids: RawBuilder<unknown>) =>
	sql<Row>`select seq, id, origin, status, amount, phone, receipt, checkout_request_id, merchant_request_id,
		account_reference, payer_name, months, ${sql.join(STATE.map((column) => sql.ref(column)))}
		from payments where id in ${ids} order by id`.execute(db);
/** Computes the state of payments again and returns where the stored one differs. Changes nothing. */
export const findStateDifferences = async (db: Db, ids: readonly string[]) => {
	const list = toSqlList(db, ids);
	const { rows } = await readRows(db, list);
	const { collect, decisions, lineOf } = await readFacts(db, rows);
	const lines = decisions
		.filter((each) => isReturn(each) && (lineOf.get(each.id)?.id ?? null) !== each.line_id)
		.map(({ payment_id, line_id, id }) => ({
			id: payment_id as string,
			stored: { line_id },
			computed: { line_id: lineOf.get(id)?.id ?? null },
		}));
	const twins = (await findChangedTwins(db, list, rows)).map(({ id, stored, computed }) => ({
		id,
		stored: { paid_twice: stored },
		computed: { paid_twice: computed },
	}));
	const own = rows.flatMap((row) => compareState(row, computeState(row, collect(row))));
	return [...own, ...lines, ...twins];
};

/** Waits for transactions that refresh payments, and keeps others from it: call it before statement lines change. */
export const lockStatementLines = (trx: Trx) => lockNames(trx, ['statement lines']);

const refreshChunk = async (trx: Trx, ids: readonly string[], moved: { updated_at?: string }) => {
	const list = toSqlList(trx, ids);
	const { rows } = await readRows(trx, list);
	// Two payments of one payer that are stored at once must see each other.
	await lockNames(trx, [...new Set(rows.map(({ phone }) => `payer:${phone?.slice(-2)}`))].sort());
	const { collect, decisions, lineOf } = await readFacts(trx, rows);
	await storeLines(trx, decisions, lineOf);
	for (const row of rows) {
		const [difference] = compareState(row, computeState(row, collect(row)));
		if (difference)
			await trx
				.updateTable('payments')
				.set({ ...difference.computed, ...moved })
				.where('id', '=', row.id)
				.execute();
	}
	for (const { id, computed: paid_twice } of await findChangedTwins(trx, list, rows))
		await trx
			.updateTable('payments')
			.set({ paid_twice, ...moved })
			.where('id', '=', id)
			.execute();
};

/**
 * Stores the state of payments. Call it in every transaction that changes something about them: a decision, the outcome of a
 * message, a statement line, an account, or the payment itself; it also finds the payments next to them that change. Moves
 * `updated_at` of those that change to `now` (milliseconds), if given. Nothing else writes these columns
 * (decision 0144).
 */
export const refreshPayments = async (
	trx: Trx,
	ids: readonly string[],
	now: number | undefined,
) => {
	if (ids.length === 0) return;
	await lockNames(trx, ['statement lines', 'accounts'], 'shared');
	const all = [...new Set([...ids, ...(await findNamed(trx, toSqlList(trx, ids)))])].sort();
	const moved = now === undefined ? {} : { updated_at: new Date(now).toISOString() };
	await runInChunks(all, (chunk) => refreshChunk(trx, chunk, moved));
	// Whether a part counts depends on the stored state of the others.
	const parts = await findParts(trx, all);
	await runInChunks(parts.sort(), (chunk) => refreshChunk(trx, chunk, moved));
};

/** Stores the state of a payment after a decision about it, if any, which also moves `updated_at`. */
export const refreshDecided = async (trx: Trx, id: string | null, now: number) => {
	if (id === null) return;
	const updated_at = new Date(now).toISOString();
	await trx.updateTable('payments').set({ updated_at }).where('id', '=', id).execute();
	await refreshPayments(trx, [id], now);
};

/** Stores the state of the completed payments for accounts, in comparable form, after they were made or ended. */
export const refreshAccounts = async (trx: Trx, accounts: readonly string[], now: number) => {
	if (accounts.length === 0) return;
	const paid = await trx
		.selectFrom('payments')
		.select('id')
		.where(sql<boolean>`account in ${toSqlList(trx, accounts)}`)
		.where('status', '=', 'completed')
		.execute();
	await refreshPayments(trx, listIds(paid), now);
};
