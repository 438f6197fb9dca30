import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { PackFigures, PeriodClosing, PeriodStep } from '#shared/contract/periods.ts';
import { monthWords } from '#shared/east-africa-time.ts';
import { type Acting, signed } from '../../api/acting.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { actorText } from '../../audit-context.ts';
import { holdName } from '../../db/engine.ts';
import { AppError, conflict } from '../../errors.ts';
import { checksumOf, lookAt, packFiguresOf } from './figures.ts';
import { COLUMNS, keptItems, periodItems } from './items.ts';
import { arrivedIn } from './pack.ts';
import { withArrived } from './rows.ts';
import {
	isOver,
	type Kept,
	leftOf,
	readPeriod,
	requireMonth,
	standingOf,
	stepsOf,
} from './store.ts';
import type { PeriodStepRow } from './tables.ts';

/** The month as nobody else changes it meanwhile, while no statement is taken in either. */
const hold = async ({ trx, now }: Acting, month: string) => {
	requireMonth(month, now);
	await holdName(trx, 'statements');
	await holdName(trx, `period:${month}`);
	const steps = await stepsOf(trx, month);
	return { steps, ...standingOf(steps) };
};

const takeStep = async (
	{ trx, by, now }: Acting,
	month: string,
	step: PeriodStep,
	row: Pick<PeriodStepRow, 'id' | 'n' | 'reason' | 'asked' | 'checksum'> & { kept: Kept },
) => {
	const { kept, ...rest } = row;
	await trx
		.insertInto('period_steps')
		.values({ ...rest, month, step, figures: JSON.stringify(kept), ...signed({ by, now }) })
		.execute();
	const { unexplained, statement, books } = kept.figures;
	recordAudit(trx, by, {
		action: step,
		item: { kind: 'period', id: month, name: monthWords(month) },
		details: {
			...(row.reason && { reason: row.reason }),
			statement: statement.in,
			books: books.in,
			unexplained,
			checksum: row.checksum,
		},
	});
};

/** What is looked at must be what is closed: the month, or its pack. */
const requireSame = async (
	on: Acting,
	month: string,
	figures: PackFigures,
	looked: string | undefined,
) => {
	if (looked === undefined || looked === checksumOf(month, figures)) return;
	const pack = withArrived(figures, await arrivedIn(on.trx, month, on.now));
	if (looked === checksumOf(month, pack)) return;
	const data = await readPeriod(on.trx, month, { actor: on.by.actor, now: on.now });
	throw new AppError('changed', `${monthWords(month)} is not what you looked at any more.`, {
		data,
	});
};

/** Keeps the lines and payments of a month as they are, and closes it with what they come to. */
const freeze = async (
	on: Acting,
	month: string,
	looked: string,
	row: Pick<PeriodStepRow, 'n' | 'reason' | 'asked'>,
) => {
	const { trx, now } = on;
	const id = randomUUIDv7();
	const live = await periodItems(trx, month, now);
	await sql`insert into period_items (step, ${COLUMNS}) select ${id}, ${COLUMNS}
		from (${live.items}) as items`.execute(trx);
	// From what is kept, in which nothing can have come meanwhile.
	const { figures } = await packFiguresOf(trx, keptItems(id), live.month, live.coverage);
	await requireSame(on, month, figures, looked);
	const arrived = await arrivedIn(trx, month, now);
	const kept = { figures: withArrived(figures, arrived), arrived };
	const checksum = checksumOf(month, kept.figures);
	await takeStep(on, month, 'close', { id, checksum, kept, ...row });
};

/**
 * Closes a month. With something left it is put up for review instead, where a reason is given, until another
 * person approves. 409 with what is left where none is, where the month is closed or not over, and where it is
 * not what was looked at.
 */
export const closeMonth = async (
	on: Acting,
	month: string,
	{ override_reason, checksum }: PeriodClosing,
) => {
	const { steps, latest, state } = await hold(on, month);
	const words = monthWords(month);
	if (state === 'closed') throw conflict(`${words} was closed by ${latest?.actor_name}.`);
	const live = await lookAt(on.trx, month, on.now);
	await requireSame(on, month, live.figures, checksum);
	const left = await leftOf(on.trx, month, live, on.now);
	const place = { n: steps.length + 1, asked: null };
	if (left.length === 0) return freeze(on, month, live.checksum, { ...place, reason: null });
	if (!isOver(month, on.now) || override_reason === undefined)
		throw new AppError('not_ready', left.map(({ text }) => text).join(' '), { data: { left } });
	if (on.by.actor.kind !== 'person')
		throw new AppError('forbidden', 'Only a person may ask for this, as another one approves it.');
	const kept = { figures: live.figures, arrived: [] };
	const row = { ...place, id: randomUUIDv7(), reason: override_reason, checksum: live.checksum };
	await takeStep(on, month, 'review', { ...row, kept });
};

/** Closes a month that somebody else asked to close with something left. 409 where it is not as it was then. */
export const approveMonth = async (on: Acting, month: string, looked: string | undefined) => {
	const { steps, latest, state } = await hold(on, month);
	if (state !== 'review' || !latest)
		throw conflict(`${monthWords(month)} does not wait for anybody’s approval.`);
	if (latest.actor === actorText(on.by.actor))
		throw new AppError(
			'forbidden',
			'You asked for this yourself. Somebody else has to approve it.',
		);
	const live = await lookAt(on.trx, month, on.now);
	await requireSame(on, month, live.figures, looked);
	if (live.checksum !== latest.checksum)
		throw new AppError(
			'changed',
			`${monthWords(month)} has changed since ${latest.actor_name} asked. Please look at it, and ask again.`,
		);
	const { id: asked, reason } = latest;
	await freeze(on, month, live.checksum, { n: steps.length + 1, reason, asked });
};

/** Opens a month again that was closed, or takes back that it waits for an approval. */
export const reopenMonth = async (on: Acting, month: string, reason: string) => {
	const { steps, state } = await hold(on, month);
	if (state === 'open') throw conflict(`${monthWords(month)} is open.`);
	const { figures, checksum } = await lookAt(on.trx, month, on.now);
	const row = { n: steps.length + 1, id: randomUUIDv7(), asked: null, reason, checksum };
	await takeStep(on, month, 'reopen', { ...row, kept: { figures, arrived: [] } });
};
