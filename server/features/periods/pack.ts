import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'kysely';
import { LISTED_MAX, type PeriodAdjustment, type PeriodPack } from '#shared/contract/periods.ts';
import type { Db } from '../../db/database.ts';
import { type Items, itemLines, monthOfText, placeOf } from '../reconciliation/store.ts';
import { canonicalOf, IS_EXCEPTION, lookAt } from './figures.ts';
import { keptItems, periodItems, RETURNED } from './items.ts';
import { laterOf } from './later.ts';
import { type Asking, describe, keptOf, requireMonth, standingOf, stepsOf } from './store.ts';

/** What came in a month, as of now, for other months that are closed. */
export const arrivedIn = async (db: Db, text: string, now: number) => {
	const steps = Map.groupBy(await stepsOf(db), ({ month }) => month);
	const arrived: PeriodAdjustment[] = [];
	const within = monthOfText(text);
	for (const [month, own] of steps) {
		const { latest, state } = standingOf(own);
		if (month === text || state !== 'closed' || !latest || Date.parse(latest.at) >= within.to)
			continue;
		const { items } = await periodItems(db, month, now);
		arrived.push(...(await laterOf(db, latest, items, within)));
		await letOthersRun();
	}
	return arrived.sort((one, other) => (one.came < other.came ? -1 : 1)).slice(0, LISTED_MAX);
};

const ORDER = sql`place, id`;

interface ReturnRow {
	place: string;
	kind: string;
	receipt: string | null;
	linked_receipt: string | null;
	phone: string | null;
	payer_name: string | null;
	returned: number;
	decided_by: string | null;
	reason: string | null;
	state: string;
}

/** What was given back in a month, by its statements and by what people noted. */
const returnsIn = async (db: Db, items: Items): Promise<PeriodPack['returns']> => {
	const { rows } =
		await sql<ReturnRow>`select items.*, ${placeOf(db)} as place, ${RETURNED} as returned
		from (${items}) as items where state in ('reversed', 'returned') order by ${ORDER}
		limit ${LISTED_MAX}`.execute(db);
	return rows.map(({ place, kind, receipt, linked_receipt, returned, state, ...row }) => ({
		...{ at: place, kind: kind === 'refund' ? ('refund' as const) : ('reversal' as const) },
		...{ receipt, of: linked_receipt, amount: Number(returned) / 100 },
		...{ phone: row.phone, payer_name: row.payer_name, on_statement: state === 'reversed' },
		...{ by: row.decided_by, reason: row.reason },
	}));
};

/** The pack of a month: of a closed one what was so at its closing, beside what came later. */
export const readPack = async (db: Db, text: string, asking: Asking): Promise<PeriodPack> => {
	const { now } = asking;
	requireMonth(text, now);
	const steps = await stepsOf(db, text);
	const live = await lookAt(db, text, now);
	const period = await describe(db, text, steps, live, asking);
	const { latest } = standingOf(steps);
	const closing = period.closed && latest ? latest : undefined;
	const items = closing ? keptItems(closing.id) : live.items;
	const kept = closing && keptOf(closing);
	const figures = kept?.figures ?? live.figures;
	const listed = { order: ORDER, limit: LISTED_MAX };
	return {
		...period,
		...{ figures, canonical: canonicalOf(text, figures) },
		history: steps.map((step) => ({
			...{ step: step.step, at: step.at, by: step.actor_name, reason: step.reason },
			...{ checksum: step.checksum, unexplained: keptOf(step).figures.unexplained },
		})),
		returns: await returnsIn(db, items),
		exceptions: (await itemLines(db, items, { ...listed, where: IS_EXCEPTION })).data,
		arrived: kept?.arrived ?? (await arrivedIn(db, text, now)),
		later: closing ? await laterOf(db, closing, live.items) : [],
	};
};
