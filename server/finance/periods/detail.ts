import type { PeriodDetail, PeriodPart } from '#shared/contract/finance/periods.ts';
import type { Db } from '../../platform/db/database.ts';
import { type PeriodFigures, readMonth } from './month-figures.ts';
import { describePeriod, findPeriod, readStoredFigures } from './store.ts';

/** The figures of a month that have parts, by the first part of their codes. */
const FIGURES: Record<string, (figures: PeriodFigures) => number> = {
	statement_in: ({ statement }) => statement.in,
	statement_out: ({ statement }) => statement.out,
	books: ({ books }) => books.in,
	difference: ({ difference }) => difference,
	not_covered: ({ not_covered }) => not_covered,
	explained: ({ explained }) => explained,
	unexplained: ({ unexplained }) => unexplained,
	returned: ({ returned }) => returned.amount,
	net: ({ net }) => net,
};

/** Lists what the changes since closing add to the stored figures, negated: parts of today less these are the stored figures. */
const listLaterParts = (
	month: string,
	stored: PeriodFigures,
	today: PeriodFigures,
	count: number,
): PeriodPart[] =>
	Object.entries(FIGURES).flatMap(([figure, read]) => {
		const amount = (Math.round(read(stored) * 100) - Math.round(read(today) * 100)) / 100;
		if (amount === 0) return [];
		const text = 'Less the changes since closing';
		const list = `/admin/reconciliation?month=${month}`;
		return [{ code: `${figure}.since_closing`, text, count, amount, list }];
	});

/** Returns a month with the parts of its figures and its changes after the closing, as of `now`. */
export const readPeriodDetail = async (
	db: Db,
	month: string,
	now: number,
): Promise<PeriodDetail> => {
	const row = await findPeriod(db, month);
	const reading = await readMonth(db, month, now);
	const period = await describePeriod(db, month, row, reading, now);
	const changed_since = period.since?.changes ?? [];
	const later =
		row?.state === 'closed'
			? listLaterParts(month, readStoredFigures(row), reading.figures, changed_since.length)
			: [];
	return { ...period, parts: [...reading.figures.parts, ...later], changed_since };
};
