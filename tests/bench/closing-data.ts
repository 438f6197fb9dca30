import { openSqlite } from '../../server/db/sqlite.ts';
import { type NewPayment, storePayments } from '../../server/features/payments/store.ts';
import { csvOf, type Movement, orgRows } from '../../server/mpesa/fixtures/statements.ts';
import { receiptOf } from '../../tools/daraja-simulator/wire.ts';
import { lastMonth } from '../last-month.ts';
import { seeded } from './names.ts';

const PAYMENTS = 5_000;
/** What a month's books and its statement differ in, how often. With two deliveries that fit nothing: forty. */
const EXCEPTIONS = {
	'not in books': 8,
	'misread receipt': 5,
	'no receipt': 4,
	'unanswered prompt': 3,
	'not ours': 4,
	'to be returned': 3,
	'amount differs': 3,
	'not on the statement': 3,
	'counted twice': 3,
	reversed: 2,
} as const;
/** What is unusual about a payment. */
export type Exception = keyof typeof EXCEPTIONS;

const DAY_MS = 86_400_000;
const NAMES = ['JOHN', 'MARY', 'PETER', 'JANE', 'GRACE', 'KEVIN', 'FAITH', 'ESTHER'];

/** The second of `O`, `0` and `I`, `1` that people take for each other; else the last character is another one. */
const misread = (receipt: string) => {
	const at = receipt.search(/[0O1I]/);
	const other: Record<string, string> = { 0: 'O', O: '0', 1: 'I', I: '1' };
	return at < 3
		? `${receipt.slice(0, -1)}${receipt.endsWith('Z') ? 'Y' : 'Z'}`
		: receipt.slice(0, at) + other[receipt[at] ?? ''] + receipt.slice(at + 1);
};

interface Paid {
	at: number;
	receipt: string;
	amount: number;
	phone: string;
	name: string;
	account: string;
}

const inBooks = ({ at, receipt, amount, phone, name, account }: Paid): NewPayment => ({
	origin: 'stk',
	status: 'completed',
	amount,
	receipt,
	phone,
	result_code: '0',
	account_reference: account,
	payer_name: name,
	paid_at: new Date(at).toISOString(),
});

const onStatement = ({ at, receipt, amount, phone, name, account }: Paid): Movement => ({
	at,
	receipt,
	account,
	paidIn: amount,
	party: `${phone.slice(0, 5)}****${phone.slice(-3)} - ${name} **** KAMAU`,
});

/** What the books and the statement have of a payment that something is wrong with. */
const sides = (kind: Exception, paid: Paid): { books?: NewPayment; lines: Movement[] } => {
	const [books, line] = [inBooks(paid), onStatement(paid)];
	const other = (account: string) => ({ lines: [{ ...line, account }] });
	const cases: Record<Exception, () => { books?: NewPayment; lines: Movement[] }> = {
		'not in books': () => ({ lines: [line] }),
		'misread receipt': () => ({
			books: { ...books, receipt: misread(paid.receipt) },
			lines: [line],
		}),
		'no receipt': () => ({ books: { ...books, receipt: null }, lines: [line] }),
		'unanswered prompt': () => ({
			books: { ...books, status: 'pending', receipt: null, result_code: null, paid_at: null },
			lines: [line],
		}),
		'not ours': () => other('CANTEEN'),
		'to be returned': () => other('HOSTEL FEES'),
		'amount differs': () => ({ books: { ...books, amount: paid.amount - 50 }, lines: [line] }),
		'not on the statement': () => ({ books, lines: [] }),
		'counted twice': () => ({ books, lines: [] }),
		reversed: () => ({
			books,
			lines: [
				line,
				{
					at: paid.at + DAY_MS,
					receipt: receiptOf(paid.at + DAY_MS, paid.at % 36 ** 6),
					withdrawn: paid.amount,
					what: 'Pay Bill Reversal',
					linked: paid.receipt,
				},
			],
		}),
	};
	return cases[kind]();
};

/**
 * Makes a data folder with last month's 5,000 payments, of which 38 are not as M-Pesa's statement has them; answers
 * that statement, and by receipt what is wrong with each.
 */
export const makeClosingMonth = async (dataDir: string) => {
	const { from, to, month } = lastMonth();
	const chance = seeded(23);
	const below = (n: number) => Math.floor(chance() * n);
	const kinds = Object.entries(EXCEPTIONS).flatMap(([kind, count]) =>
		Array.from({ length: count }, () => kind as Exception),
	);
	const every = Math.floor(PAYMENTS / kinds.length);
	const payments: [NewPayment, number][] = [];
	const movements: Movement[] = [];
	const wrong = new Map<string, Exception>();
	// What is reversed is so within the month.
	const step = Math.floor((to - from - 2 * DAY_MS) / PAYMENTS);
	for (let n = 0; n < PAYMENTS; n++) {
		const at = from + Math.floor((n * step) / 1000) * 1000;
		const paid: Paid = {
			at,
			receipt: receiptOf(at, 7_000_000_000 + n * 7919),
			amount: (1 + below(60)) * 50,
			phone: `2547${String(below(100_000_000)).padStart(8, '0')}`,
			name: NAMES[below(NAMES.length)] ?? '',
			account: `UF${below(1_000_000)}`,
		};
		// The kinds mixed, as they come.
		const kind = n % every === 60 ? kinds[(Math.floor(n / every) * 7) % kinds.length] : undefined;
		const { books, lines } = kind
			? sides(kind, paid)
			: { books: inBooks(paid), lines: [onStatement(paid)] };
		if (kind) wrong.set(books?.receipt && lines.length === 0 ? books.receipt : paid.receipt, kind);
		if (books) payments.push([books, at]);
		movements.push(...lines);
	}
	const database = await openSqlite(dataDir);
	await database.write((trx) => storePayments(trx, payments, 'callback'));
	await database.close();
	movements.sort((a, b) => a.at - b.at);
	return { month, wrong, file: csvOf(orgRows({ opening: 1_000, from, to, movements })) };
};
