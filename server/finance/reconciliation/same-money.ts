import type { ReconciliationSuggestion } from '#shared/contract/finance/reconciliation.ts';
import { formatMessageDay } from '#shared/east-africa-time.ts';
import type { Db } from '../../platform/db/database.ts';
import { describeTyped, selectTypedReturns } from '../decisions/returns.ts';
import { hasSamePayer, type Side } from './likeness.ts';
import { getItemTime, type Item } from './tables.ts';

/** Upper bound of the time between a return that a person recorded and its line. */
const SPAN_MS = 31 * 86_400_000;
/** Upper bound of the difference in shillings from a return to the same payer, such as a charge. */
const DIFFERENCE_MAX = 100;
/** Upper bound of the recorded returns that are compared with lines. */
const POOL = 2_000;

const readPool = (db: Db, from: number, to: number) =>
	selectTypedReturns(db)
		.innerJoin('payments as p', 'p.id', 'd.payment_id')
		.select([
			'p.phone',
			'p.payer_name',
			'p.account_reference as typed',
			'p.status',
			'p.receipt as paid',
		])
		.where('d.at', '>=', new Date(from).toISOString())
		.where('d.at', '<=', new Date(to).toISOString())
		.where('p.status', '=', 'completed')
		.limit(POOL)
		.execute();
type Typed = Awaited<ReturnType<typeof readPool>>[number];

/** Returns the first name of a payer. */
const readFirstName = (name: string | null) => /^\p{L}{3,}/u.exec(name ?? '')?.[0];

/** Returns who a line paid: as the statement says, or the payer of a return whose name stands in the line's details. */
const findPaid = ({ payer_name, details }: Item, typed: Typed) => {
	const name = readFirstName(typed.payer_name);
	const isNamed = name && new RegExp(`\\b${name}\\b`, 'iu').test(details ?? '');
	return payer_name ?? (isNamed ? typed.payer_name : null);
};

const compare = (item: Item, typed: Typed): ReconciliationSuggestion[] => {
	const at = Date.parse(getItemTime(item));
	const amount = typed.amount_shillings ?? 0;
	const difference = Math.abs(Math.trunc(Number(item.withdrawn) / 100) - amount);
	const line: Side = {
		...{ at, receipt: null, phone: item.phone, payer: findPaid(item, typed) },
		...{ account: item.account_reference, status: null },
	};
	const payer: Side = {
		...{ at: Date.parse(typed.at), receipt: null, phone: typed.phone, payer: typed.payer_name },
		...{ account: typed.typed, status: typed.status },
	};
	const isSame = hasSamePayer(line, payer);
	if (Math.abs(at - payer.at) > SPAN_MS || difference > (isSame ? DIFFERENCE_MAX : 0)) return [];
	return [
		{
			line_id: item.id,
			transaction_id: typed.payment_id as string,
			same: typed.id,
			receipt: typed.paid,
			at: typed.at,
			amount,
			payer: [typed.payer_name, typed.phone, typed.typed].filter(Boolean).join(' · '),
			likely: isSame && item.decided === null,
			reason: `The same money as the ${describeTyped(typed)} for ${formatMessageDay(Date.parse(typed.at))}: “${typed.reason}”.`,
		},
	];
};

/** Suggests refunds and reversals that were recorded without a receipt for lines that gave money back, by line id. */
export const suggestReturns = async (db: Db, items: readonly Item[]) => {
	if (items.length === 0) return new Map<string, ReconciliationSuggestion[]>();
	const times = items.map((item) => Date.parse(getItemTime(item)));
	const pool = await readPool(db, Math.min(...times) - SPAN_MS, Math.max(...times) + SPAN_MS);
	return new Map(
		items.map((item) => [
			item.id,
			pool
				.flatMap((typed) => compare(item, typed))
				.toSorted((a, b) => Number(b.likely) - Number(a.likely)),
		]),
	);
};
