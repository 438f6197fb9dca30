import { sql } from 'kysely';
import { type DecisionKind, decisionWords } from '#shared/contract/finance/decisions.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { Trx } from '../../platform/db/database.ts';
import { isId, listIds } from '../../platform/db/engine.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { selectActive } from '../decisions/store.ts';
import { lockStatementLines, refreshPayments } from '../payments/refresh.ts';
import { listReversed } from './statements.ts';

/** A line of an import that is removed. */
interface HeldLine {
	id: string;
	receipt: string;
	linked_receipt: string | null;
	/** Another import with this line. */
	other: string | null;
	/** The reversed payment's receipt as other imports give it. */
	other_link: string | null;
}

const readLines = async (trx: Trx, statement: string) => {
	const others = sql`from statement_contents as o where o.line_id = l.id and o.statement <> ${statement}`;
	const { rows } = await sql<HeldLine>`
		select l.id, l.receipt, l.linked_receipt, (select min(o.statement) ${others}) as other,
			(select min(o.linked_receipt) ${others}) as other_link
		from statement_contents as c join statement_line_rows as l on l.id = c.line_id
		where c.statement = ${statement}`.execute(trx);
	return rows;
};

/** Fails with 409 `in_use` and a list if decisions rest on lines. */
const requireUnused = async (trx: Trx, lines: readonly HeldLine[]) => {
	const resting: { id: number; what: string; receipt: string | null; actor_name: string }[] = [];
	await runInChunks(lines, async (part) => {
		const receipts = part.map(({ receipt }) => receipt);
		const rows = await selectActive(trx)
			.where((eb) =>
				eb.or([
					eb.and([eb('d.about_kind', '=', 'line'), eb('d.about_id', 'in', listIds(part))]),
					eb.and([eb('d.what', 'in', ['reversal', 'refund']), eb('d.receipt', 'in', receipts)]),
				]),
			)
			.execute();
		resting.push(...rows);
	});
	if (resting.length > 0)
		throw new AppError('in_use', 'Decisions rest on lines of this import. Take them back first.', {
			data: resting.map(({ id: decision, what, receipt, actor_name }) => ({
				kind: 'decision',
				id: String(decision),
				text: `${receipt ?? 'A payment'}: ${decisionWords[what as DecisionKind]}, says ${actor_name}`,
			})),
		});
};

/** Lets a line of another account count for each of these lines, which are removed. */
const promoteDuplicates = async (trx: Trx, ids: readonly string[]) => {
	const rows = await trx
		.selectFrom('statement_line_rows')
		.select(['id', 'duplicate_of'])
		.where('duplicate_of', 'in', ids)
		.orderBy('id')
		.execute();
	for (const [of, [first, ...rest]] of Map.groupBy(rows, ({ duplicate_of }) => duplicate_of)) {
		const set = (duplicate_of: string | null, id: readonly string[]) =>
			trx
				.updateTable('statement_line_rows')
				.set({ duplicate_of })
				.where('id', 'in', id)
				.where('duplicate_of', '=', of)
				.execute();
		if (first) await set(null, [first.id]);
		if (first && rest.length > 0) await set(first.id, listIds(rest));
	}
};

/** Keeps the lines that other imports have, with what those say about them. */
const keepLines = async (trx: Trx, lines: readonly HeldLine[], removed: string) => {
	for (const [statement, part] of Map.groupBy(lines, ({ other }) => other))
		await runInChunks(listIds(part), (ids) =>
			trx
				.updateTable('statement_line_rows')
				.set({ statement: statement as string })
				.where('id', 'in', ids)
				.where('statement', '=', removed)
				.execute(),
		);
	for (const { id, other_link: linked_receipt } of lines.filter(
		(line) => line.linked_receipt !== line.other_link,
	))
		await trx
			.updateTable('statement_line_rows')
			.set({ linked_receipt })
			.where('id', '=', id)
			.execute();
};

/**
 * Removes an import and the lines that no other import has. Fails with 404, and with 409 `in_use` and a list if decisions
 * rest on these lines.
 */
export const removeStatement = async (
	{ trx, context, now }: Acting,
	id: string,
	reason: string,
) => {
	const row = isId(id)
		? await trx.selectFrom('statements').selectAll().where('id', '=', id).executeTakeFirst()
		: undefined;
	if (!row) throw notFound('Statement');
	// An interrupted import counts nothing and holds nothing.
	await sql`delete from statement_contents where statement not in (select id from statements)`.execute(
		trx,
	);
	const { gone = [], kept = [] } = Object.groupBy(await readLines(trx, id), ({ other }) =>
		other === null ? 'gone' : 'kept',
	);
	await requireUnused(trx, gone);
	await lockStatementLines(trx);
	const reversed = await listReversed(trx, id);
	await trx.deleteFrom('statements').where('id', '=', id).execute();
	await trx.deleteFrom('statement_contents').where('statement', '=', id).execute();
	await keepLines(trx, kept, id);
	await runInChunks(listIds(gone), async (ids) => {
		await promoteDuplicates(trx, ids);
		await trx.deleteFrom('statement_line_rows').where('id', 'in', ids).execute();
	});
	await refreshPayments(trx, reversed, now);
	recordAudit(trx, context, {
		action: 'delete',
		item: { kind: 'statement', id, name: row.file_name },
		details: { reason, lines: gone.length, from: row.covers_from, to: row.covers_to },
	});
};
