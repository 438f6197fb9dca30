import Sqlite from 'better-sqlite3';
import { formatMpesaTime } from '#shared/east-africa-time.ts';
import { rebuildFigures } from '../../server/finance/payments/figures.ts';
import { toSeq } from '../../server/finance/payments/tables.ts';
import { getSqlitePath, openSqlite } from '../../server/platform/db/sqlite.ts';
import { buildPaymentKeys } from '../../shared/payment-keys.ts';
import { seeded } from './names.ts';

/** The row of a payment, with columns in the order of `COLUMNS`. */
type Row = (string | number | null)[];

const COLUMNS = [
	'seq',
	'id',
	'origin',
	'status',
	'amount',
	'phone',
	'receipt',
	'checkout_request_id',
	'merchant_request_id',
	'account_reference',
	'payer_name',
	'description',
	'months',
	'result_code',
	'result_desc',
	'updated_at',
	'search_key',
	'search_shown',
];

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const DAYS = '123456789ABCDEFGHIJKLMNOPQRSTUV';
const FIRST = [
	'JOHN',
	'MARY',
	'PETER',
	'JANE',
	'GRACE',
	'KEVIN',
	'FAITH',
	'ESTHER',
	'SAMUEL',
	'LUCY',
];
const LAST = ['KAMAU', 'WANJIRU', 'OTIENO', 'ACHIENG', 'MUTUA', 'KIPROTICH', 'CHEBET', 'NJOROGE'];
const YEARS_MS = 3 * 365 * 24 * 3_600_000;

/** Returns the status of a payment by a number below 100: 7 % have failed, and 3 % of recent ones are pending. */
const chooseOutcome = (kind: number, recent: boolean) => {
	if (recent && kind < 3) return { status: 'pending', code: null };
	return kind < 93 ? { status: 'completed', code: '0' } : { status: 'failed', code: '1032' };
};

/** Yields payments of the last three years, oldest first; the same on every run of a day. */
function* makeRows(count: number): Generator<Row> {
	const chance = seeded(17);
	const below = (n: number) => Math.floor(chance() * n);
	const end = Date.now();
	const start = end - YEARS_MS;
	for (let n = 0; n < count; n++) {
		const at = Math.floor(start + (YEARS_MS * n) / count);
		const time = formatMpesaTime(at);
		const day =
			CHARACTERS[Number(time.slice(0, 4)) - 2006] +
			`${CHARACTERS[Number(time.slice(4, 6)) - 1]}${DAYS[Number(time.slice(6, 8)) - 1]}`;
		const subscriber = `${below(5) === 0 ? 1 : 7}${String(below(100_000_000)).padStart(8, '0')}`;
		const { status, code } = chooseOutcome(below(100), n > count - 500);
		const date = time.slice(6, 8) + time.slice(4, 6) + time.slice(0, 4) + time.slice(8);
		const receipt = day + Array.from({ length: 7 }, () => CHARACTERS[below(36)]).join('');
		const row: Row = [
			toSeq(at, n % 1024),
			`0198c0de-${String(n).padStart(12, '0').slice(0, 4)}-7000-8000-${String(n).padStart(12, '0')}`,
			'stk',
			status,
			(1 + below(60)) * 50,
			`254${subscriber}`,
			status === 'completed' ? receipt : null,
			`ws_CO_${date}${String(below(1000)).padStart(3, '0')}${subscriber}`,
			`${10_000 + below(90_000)}-${n + 10_000_000}-1`,
			`UF${String(below(1_000_000)).padStart(6, '0')}`,
			below(2) === 0 ? `${FIRST[below(FIRST.length)]} ${LAST[below(LAST.length)]}` : null,
			'Subscription',
			3,
			code,
			code === '1032' ? 'Request cancelled by user' : null,
			new Date(at).toISOString(),
		];
		const text = (column: number) => row[column] as string | null;
		const { search_key, search_shown } = buildPaymentKeys({
			phone: text(5),
			receipt: text(6),
			checkout_request_id: text(7),
			merchant_request_id: text(8),
			references: [text(9)],
			payer_name: text(10),
		});
		yield [...row, search_key, search_shown];
	}
}

/** Adds payments to a data folder, with the search keys and figures that the server would store. */
export const makePayments = async (dataDir: string, count: number) => {
	const database = await openSqlite(dataDir);
	const db = new Sqlite(getSqlitePath(dataDir));
	db.pragma('synchronous = OFF');
	db.pragma('cache_size = -200000');
	const insert = db.prepare(
		`insert into payments (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`,
	);
	let batch: Row[] = [];
	const store = db.transaction(() => {
		for (const row of batch) insert.run(row);
		batch = [];
	});
	for (const row of makeRows(count)) if (batch.push(row) === 20_000) store();
	store();
	db.close();
	await rebuildFigures(database);
	await database.close();
};
