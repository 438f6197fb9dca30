import type { PeriodClosing } from '#shared/contract/finance/periods.ts';
import { formatMonthWords } from '#shared/east-africa-time.ts';
import { type Acting, toAuthorColumns } from '../../platform/api/acting.ts';
import { AUDIT_LOCK, recordAudit } from '../../platform/audit/audit-log.ts';
import { lockName } from '../../platform/db/engine.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import { completeFigures, type PeriodFigures, readMonth } from './month-figures.ts';
import { findPeriod, isOver, listOpenWork, readPeriod, requireMonth } from './store.ts';

/** Locks a month, and statements too, and returns its row. */
const lockMonth = async ({ trx, now }: Acting, month: string) => {
	requireMonth(month, now);
	await lockName(trx, 'statements');
	await lockName(trx, `period:${month}`);
	return findPeriod(trx, month);
};

const requireExpected = async (
	{ trx, now }: Acting,
	month: string,
	figures: PeriodFigures,
	expected: PeriodClosing['expected'],
) => {
	if (
		expected === undefined ||
		(expected.statement === figures.statement.in &&
			expected.books === figures.books.in &&
			expected.unexplained === figures.unexplained)
	)
		return;
	throw new AppError(
		'changed',
		`The figures of ${formatMonthWords(month)} have changed. Check them, then close again.`,
		{ data: await readPeriod(trx, month, now) },
	);
};

/**
 * Closes a month and stores its figures. Throws 409 for a month that is closed or not over, for open items unless a
 * person gives `override_reason`, and if the figures are not the `expected` ones (decision 0102).
 */
export const closeMonth = async (
	acting: Acting,
	month: string,
	{ override_reason, expected }: PeriodClosing,
) => {
	const { trx, context, now } = acting;
	const row = await lockMonth(acting, month);
	if (row?.state === 'closed')
		throw conflict(`${formatMonthWords(month)} was closed by ${row.actor_name}.`);
	// No other transaction commits before this one, so the figures hold exactly what the audit trail has before it.
	await lockName(trx, AUDIT_LOCK);
	const reading = await readMonth(trx, month, now);
	await requireExpected(acting, month, reading.figures, expected);
	const openItems = await listOpenWork(trx, month, reading, now);
	if (openItems.length > 0 && (!isOver(month, now) || override_reason === undefined))
		throw new AppError('not_ready', openItems.map(({ text }) => text).join(' '), {
			data: { left: openItems },
		});
	if (openItems.length > 0 && context.actor.kind !== 'person')
		throw new AppError('forbidden', 'Only a person may close a month that has open items.');
	const reason = openItems.length > 0 ? (override_reason ?? null) : null;
	const figures = await completeFigures(trx, reading);
	const { at, actor, actor_name } = toAuthorColumns({ context, now });
	const values = {
		...{ state: 'closed' as const, at, actor, actor_name, reason },
		figures: JSON.stringify(figures),
	};
	await trx
		.insertInto('periods')
		.values({ month, ...values })
		.onConflict((acting) => acting.column('month').doUpdateSet(values))
		.execute();
	const { statement, books, unexplained } = figures;
	recordAudit(trx, context, {
		action: 'close',
		item: { kind: 'period', id: month, name: formatMonthWords(month) },
		details: {
			...(reason && { reason, open: openItems.map(({ text }) => text).join(' ') }),
			...{ statement: statement.in, books: books.in, unexplained },
		},
	});
};

/** Reopens a closed month. */
export const reopenMonth = async (acting: Acting, month: string, reason: string) => {
	const { trx, context, now } = acting;
	const row = await lockMonth(acting, month);
	if (row?.state !== 'closed') throw conflict(`${formatMonthWords(month)} is open.`);
	const { at, actor, actor_name } = toAuthorColumns({ context, now });
	await trx
		.updateTable('periods')
		.set({ state: 'open', at, actor, actor_name, reason })
		.where('month', '=', month)
		.execute();
	recordAudit(trx, context, {
		action: 'reopen',
		item: { kind: 'period', id: month, name: formatMonthWords(month) },
		details: { reason },
	});
};
