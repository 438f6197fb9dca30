import { setImmediate as othersFirst } from 'node:timers/promises';
import { sql } from 'kysely';
import { LISTED_MAX, type PeriodAdjustment, type PeriodPack } from '#shared/contract/periods.ts';
import type { Db } from '../../db/database.ts';
import { type Items, itemLines, placeOf } from '../reconciliation/store.ts';
import { monthOfText } from '../reconciliation/tables.ts';
import { canonicalOf, checksumOf, lookAt } from './figures.ts';
import { keptItems, periodItems, RETURNED } from './items.ts';
import { laterOf } from './later.ts';
import { arrivedTexts, IS_EXCEPTION, IS_RETURNED, ORDER, rowTexts, withArrived } from './rows.ts';
import { type Asking, describe, keptOf, requireMonth, standingOf, stepsOf } from './store.ts';

/** The rows of a sheet of Excel, less its heading (support.microsoft.com, “Excel specifications and limits”). */
const SHEET_MAX = 1_048_575;

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
		await othersFirst();
	}
	return arrived.sort((one, other) => (one.came < other.came ? -1 : 1));
};

interface ReturnRow {
	place: string;
	kind: string;
	receipt: string | null;
	linked_receipt: string | null;
	payment_receipt: string | null;
	phone: string | null;
	payer_name: string | null;
	returned: number;
	decided_by: string | null;
	reason: string | null;
	state: string;
}

/** What was given back in a month, by its statements and by what people noted. */
const returnsIn = async (db: Db, items: Items, most: number): Promise<PeriodPack['returns']> => {
	const { rows } =
		await sql<ReturnRow>`select items.*, ${placeOf(db)} as place, ${RETURNED} as returned
		from (${items}) as items where ${IS_RETURNED} order by ${ORDER} limit ${most}`.execute(db);
	return rows.map(({ place, kind, receipt, linked_receipt, returned, state, ...row }) => ({
		at: place,
		kind: kind === 'refund' ? ('refund' as const) : ('reversal' as const),
		receipt,
		of: linked_receipt ?? row.payment_receipt,
		amount: Number(returned) / 100,
		phone: row.phone,
		payer_name: row.payer_name,
		on_statement: state === 'reversed',
		by: row.decided_by,
		reason: row.reason,
	}));
};

const packOf = async (db: Db, text: string, asking: Asking, most: number) => {
	const { now } = asking;
	requireMonth(text, now);
	const steps = await stepsOf(db, text);
	const live = await lookAt(db, text, now);
	const period = await describe(db, text, steps, live, asking);
	const { latest } = standingOf(steps);
	const closing = period.closed && latest ? latest : undefined;
	const items = closing ? keptItems(closing.id) : live.items;
	const kept = closing && keptOf(closing);
	const arrived = kept?.arrived ?? (await arrivedIn(db, text, now));
	const figures = kept?.figures ?? withArrived(live.figures, arrived);
	const listed = { order: ORDER, limit: most };
	const pack: PeriodPack = {
		...period,
		figures,
		canonical: canonicalOf(text, figures),
		checksum: closing?.checksum ?? checksumOf(text, figures),
		history: steps.map((step) => ({
			step: step.step,
			at: step.at,
			by: step.actor_name,
			reason: step.reason,
			checksum: step.checksum,
			unexplained: keptOf(step).figures.unexplained,
		})),
		returns: await returnsIn(db, items, most),
		exceptions: (await itemLines(db, items, { ...listed, where: IS_EXCEPTION })).data,
		arrived: arrived.slice(0, most),
		later: closing ? (await laterOf(db, closing, live.items)).slice(0, most) : [],
	};
	return { pack, items };
};

/**
 * The pack of a month: of a closed one what was so at its closing, beside what came later. Its lists end at
 * `LISTED_MAX`.
 */
export const readPack = async (db: Db, text: string, asking: Asking) =>
	(await packOf(db, text, asking, LISTED_MAX)).pack;

/** The same with all that a sheet of a workbook takes, and with what its checksum covers as text. */
export const readWholePack = async (db: Db, text: string, asking: Asking) => {
	const { pack, items } = await packOf(db, text, asking, SHEET_MAX);
	const arrived = pack.figures.arrived ? arrivedTexts(pack.arrived) : [];
	return { pack, texts: { rows: await rowTexts(db, items), arrived } };
};
