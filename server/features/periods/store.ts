import { setImmediate as othersFirst } from 'node:timers/promises';
import type {
	PackFigures,
	Period,
	PeriodAdjustment,
	PeriodLeft,
} from '#shared/contract/periods.ts';
import type { MonthFigures } from '#shared/contract/reconciliation.ts';
import { OPEN_STATES } from '#shared/contract/reconciliation-query.ts';
import {
	dayOf,
	MONTH,
	monthOf,
	monthOfDay,
	monthText,
	monthWords,
} from '#shared/east-africa-time.ts';
import { numberOf } from '#shared/grouped.ts';
import { type Actor, actorText } from '../../audit-context.ts';
import type { Db } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import { momentOf } from '../payments/tables.ts';
import { countUnmatched } from '../payments/unmatched.ts';
import { firstCovered } from '../reconciliation/coverage/store.ts';
import { figuresOf, type Items } from '../reconciliation/store.ts';
import { monthOfText } from '../reconciliation/tables.ts';
import { lookAt } from './figures.ts';
import { periodItems } from './items.ts';
import { laterSums } from './later.ts';
import type { PeriodStepRow } from './tables.ts';

/** Who asks, and when (milliseconds). */
export interface Asking {
	actor: Actor;
	now: number;
}

/** What is kept of a month with each of its steps, beside its checksum. */
export interface Kept {
	figures: PackFigures;
	/** What had come in it for months closed before; of a closing only. */
	arrived: PeriodAdjustment[];
}

/** The steps of a month, or of all, oldest first. */
export const stepsOf = (db: Db, month?: string) =>
	db
		.selectFrom('period_steps')
		.selectAll()
		.$if(month !== undefined, (query) => query.where('month', '=', month as string))
		.orderBy('month')
		.orderBy('n')
		.execute();

/** The latest of a month's steps, and how it stands by it. */
export const standingOf = (steps: readonly PeriodStepRow[]) => {
	const latest = steps.at(-1);
	const state = { review: 'review', close: 'closed', reopen: 'open' } as const;
	return { latest, state: latest ? state[latest.step] : ('open' as const) };
};

/** Every step of the months, oldest first, without what was kept with it. */
const bareSteps = (db: Db) =>
	db
		.selectFrom('period_steps')
		.select(['month', 'step', 'actor', 'actor_name'])
		.orderBy('month')
		.orderBy('n')
		.execute();

/** The months that somebody other than `actor` asked to close with something left, oldest first. */
export const awaitingApproval = async (db: Db, actor: Actor) =>
	[...Map.groupBy(await bareSteps(db), ({ month }) => month).values()]
		.map((of) => of.at(-1))
		.filter((last) => last?.step === 'review' && last.actor !== actorText(actor))
		.map((last) => ({ month: last?.month ?? '', by: last?.actor_name ?? '' }));

/**
 * The month to close next: the oldest that is not closed, since the first that ever was, or, before there is one,
 * since the first that a statement covers.
 */
export const nextToClose = async (db: Db, now: number) => {
	const steps = await bareSteps(db);
	const latest = new Map(steps.map(({ month, step }) => [month, step]));
	const first = steps.find(({ step }) => step === 'close')?.month;
	const begun = first === undefined ? await firstCovered(db) : monthOfText(first).from;
	let month = monthOf(Math.min(now, begun ?? now));
	while (month < monthOf(now) && latest.get(monthText(month)) === 'close') month++;
	return monthText(month);
};

const NONE = { count: 0, amount: 0 };

/** Returns the figures kept with a step. Those of earlier releases have neither missing money nor money paid out. */
export const keptOf = ({ figures: json }: PeriodStepRow): Kept => {
	const { figures, arrived }: Kept = JSON.parse(json);
	const statement = { ...figures.statement, missing: figures.statement.missing ?? [] };
	const states = { ...figures.states, paid_out: figures.states.paid_out ?? NONE };
	return { figures: { ...figures, statement, states }, arrived };
};

/** 404 unless a text names a month that has begun. */
export const requireMonth = (text: string, now: number) => {
	if (!MONTH.test(text) || text > monthText(monthOf(now))) throw notFound('Month');
};

/** Whether a month is over. */
export const isOver = (text: string, now: number) => text < monthText(monthOf(now));

const NO_MORE = { amount: null, ranges: [] };

/** What keeps a month from being closed. */
export const leftOf = async (
	db: Db,
	text: string,
	{ figures, unreceipted }: { figures: MonthFigures; unreceipted: number },
	now: number,
): Promise<PeriodLeft[]> => {
	const { statement, states, unexplained } = figures;
	const { missing } = statement;
	const missed = missing.reduce((sum, { amount }) => sum + Math.round(Math.abs(amount) * 100), 0);
	const uncovered = statement.gaps.filter(
		([from = '', to = '']) => !missing.some((each) => each.from <= from && each.to >= to),
	);
	const open = OPEN_STATES.reduce((sum, state) => sum + states[state].count, 0);
	const strays = await countUnmatched(db);
	const all: PeriodLeft[] = [
		{
			...NO_MORE,
			kind: 'not_over',
			count: isOver(text, now) ? 0 : 1,
			text: `${monthWords(text)} is not over yet.`,
		},
		{
			...NO_MORE,
			kind: 'unexplained',
			count: open,
			amount: (Math.round(unexplained * 100) - missed) / 100,
			text: `${numberOf(open, 'line needs', 'lines need')} a decision.`,
		},
		{
			kind: 'missing',
			count: missing.length,
			amount: missed / 100,
			ranges: missing.map(({ from, to }) => [from, to]),
			text: missing.map(({ text }) => text).join(' '),
		},
		{
			...NO_MORE,
			kind: 'uncovered',
			count: uncovered.length,
			ranges: uncovered,
			text: 'No statement covers all of the month.',
		},
		{
			...NO_MORE,
			kind: 'no_receipt',
			count: unreceipted,
			text: `${numberOf(unreceipted, 'completed payment has', 'completed payments have')} no receipt yet.`,
		},
		{
			...NO_MORE,
			kind: 'strays',
			count: strays,
			text: `${numberOf(strays, 'unmatched delivery waits', 'unmatched deliveries wait')} for somebody to say what it is.`,
		},
	];
	return all.filter(({ count }) => count > 0);
};

const saidBy = (step: PeriodStepRow, actor: Actor) => ({
	at: step.at,
	by: step.actor_name,
	reason: step.reason,
	mine: step.actor === actorText(actor),
});

const NOTHING = { count: 0, in: 0, out: 0, books: 0, returned: 0 };

/** A month whose live figures are known, as the API shows it. */
export const describe = async (
	db: Db,
	text: string,
	steps: readonly PeriodStepRow[],
	live: { figures: MonthFigures; unreceipted: number; items: Items; checksum: string | null },
	{ actor, now }: Asking,
): Promise<Period> => {
	const { latest, state } = standingOf(steps);
	const closing = state === 'closed' ? latest : undefined;
	const asked = closing && steps.find(({ id }) => id === closing.asked);
	return {
		month: text,
		state,
		checksum: closing ? closing.checksum : live.checksum,
		figures: closing ? keptOf(closing).figures : live.figures,
		now: closing ? live.figures : null,
		left: closing ? [] : await leftOf(db, text, live, now),
		review: latest && state === 'review' ? saidBy(latest, actor) : null,
		closed: closing ? { ...saidBy(closing, actor), asked_by: asked?.actor_name ?? null } : null,
		adjustments: closing ? await laterSums(db, closing, live.items) : NOTHING,
	};
};

/** How a month stands, with the checksum of what it comes to as of now. */
export const readPeriod = async (db: Db, text: string, asking: Asking): Promise<Period> =>
	describe(db, text, await stepsOf(db, text), await lookAt(db, text, asking.now), asking);

/** The first month that there is anything of. */
const firstMonth = async (db: Db, now: number) => {
	const payment = await db
		.selectFrom('payments')
		.select('seq')
		.orderBy('seq')
		.limit(1)
		.executeTakeFirst();
	const line = await db
		.selectFrom('statement_lines')
		.select('completed_at')
		.orderBy('completed_at')
		.limit(1)
		.executeTakeFirst();
	const at = [payment && momentOf(Number(payment.seq)), line && Date.parse(line.completed_at)];
	return monthOf(Math.min(now, ...at.filter((ms) => ms !== undefined)));
};

/** Which of the months: those before one, so many of them. */
export interface PeriodRange {
	before: string | undefined;
	limit: number;
}

/**
 * Months down to the first that there is anything of, latest first. Each is worked out from its payments and lines, in
 * which a busy one has tens of thousands; others run between two of them.
 */
export const listPeriods = async (
	db: Db,
	{ before, limit }: PeriodRange,
	asking: Asking,
): Promise<Period[]> => {
	const steps = Map.groupBy(await stepsOf(db), ({ month }) => month);
	const periods: Period[] = [];
	const first = await firstMonth(db, asking.now);
	const latest = monthOfDay(dayOf(asking.now));
	const from =
		before === undefined ? latest : Math.min(latest, monthOf(monthOfText(before).from) - 1);
	for (let month = from; month >= first && periods.length < limit; month--) {
		const text = monthText(month);
		const { items, coverage } = await periodItems(db, text, asking.now);
		const live = { ...(await figuresOf(db, items, coverage)), items, checksum: null };
		periods.push(await describe(db, text, steps.get(text) ?? [], live, asking));
		await othersFirst();
	}
	return periods;
};
