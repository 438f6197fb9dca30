import type { Coverage } from '#shared/contract/finance/statements.ts';
import {
	formatEastAfricaTime,
	getDayStart,
	parseDay,
	parseMpesaTime,
	toDayNumber,
} from '#shared/east-africa-time.ts';
import type { ByteSource } from '../../../platform/files/store.ts';
import { readCells } from './cells.ts';
import {
	findHeader,
	type RefusedLine,
	readHeader,
	readLine,
	readOwnWords,
	type StatementLine,
} from './lines.ts';
import { type Cells, incomplete, UnreadableStatement } from './unreadable.ts';
import { readMoney, readTime } from './values.ts';

/** A statement of the M-Pesa organisation portal whose balances add up. Amounts are cents of a shilling. */
export interface Statement {
	shortCode: string | null;
	/** The account of the short code, such as `Utility Account`. */
	account: string | null;
	/** The covered period in milliseconds: from the first instant up to, but without, the second. */
	from: number;
	to: number;
	coverage: Coverage;
	/** The end of the period that the file names, if its lines stop days earlier. */
	statedTo: number | null;
	/**
	 * The time, without both ends, of which the balances prove that the statement has every line: between its first and
	 * last line, and to its ends if it gives the balances there. Null without lines and balances.
	 */
	complete: [after: number, before: number] | null;
	opening: number | null;
	closing: number | null;
	/** Oldest first. */
	lines: StatementLine[];
	refused: RefusedLine[];
}

const SECOND_MS = 1_000;
/** Lines that stop so long before the end of a period may mean an export before its end. */
const EARLY_END_MS = 2 * 24 * 60 * 60 * SECOND_MS;
/** Time after which M-Pesa's statements have every line. */
const DELAY_MS = 10 * 60 * SECOND_MS;

const failToRead = (message: string) => new UnreadableStatement(message);

/** Returns a function that finds a value above the header by the cell before it. */
const createHeadingReader = (rows: Cells) => {
	const cells = rows.flat().map((cell) => cell.trim());
	return (name: string) => {
		const at = cells.findIndex((cell) => cell.replace(/\s*:$/, '').toLowerCase() === name);
		return at < 0 ? undefined : cells.slice(at + 1).find((cell) => cell !== '');
	};
};

/** Returns the short code of a cell `Paybill: 174379`, or of the cells `Short Code:` and `174379`. */
const findShortCode = (heading: Cells) => {
	const text = heading.map((cells) => cells.map((cell) => cell.trim()).join(' ')).join('\n');
	return /\b(?:short ?code|pay ?bill)(?: number| no\.?)?(?: ?: *| +)(\d{5,7})(?:\.0)?\b/i.exec(
		text,
	)?.[1];
};

/**
 * Reads the file name: `Statements for 123456 from 2026-10-01 to 2026-10-01 (1).csv`, with `_` or `+` for the spaces as
 * some browsers save it, or `ORG_123456_Utility Account_Completed_….csv`.
 */
const readFileName = (fileName: string) => {
	const words = fileName.replace(/[_+]|%20/g, ' ');
	const [, code, from, to] =
		/(?:for|bill:?) (\d{5,7})\b(?: from (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d))?/i.exec(words) ??
		[];
	const [, orgCode, account, , made] =
		/^ORG_(\d{5,7})_([^_]+)_(?:([^_]+)_(\d{14}))?/i.exec(fileName) ?? [];
	return {
		shortCode: code ?? orgCode,
		account: account?.replaceAll('+', ' '),
		from: parseDay(from ?? ''),
		to: parseDay(to ?? ''),
		made: parseMpesaTime(made ?? ''),
	};
};

const MOVE = /^(.*\baccount) to (.*)$/i;

/** Returns the account that transfers between our accounts go out of or come into, if all agree. */
const findMovedAccount = (lines: readonly StatementLine[]) => {
	const names = lines.flatMap(({ kind, details, paidIn }) => {
		const [, from, to] = (kind === 'sweep' && MOVE.exec(readOwnWords(details))) || [];
		if (!from || !to) return [];
		return paidIn > 0 ? `${to.replace(/ account$/i, '')} Account` : from;
	});
	const [first, ...others] = new Set(names);
	return others.length === 0 ? first : undefined;
};

/** Throws `UnreadableStatement` for the first line outside the period that the file gives. */
const requireWithin = (lines: readonly StatementLine[], from?: number, to?: number) => {
	const outside = lines.find(
		({ completedAt: at }) => at < (from ?? at) || (to !== undefined && at >= to),
	);
	if (!outside) return;
	const formatTime = (ms: number) => formatEastAfricaTime(ms).slice(0, 16).replace('T', ' ');
	const period = [
		...(from === undefined ? [] : [`from ${formatTime(from)}`]),
		...(to === undefined ? [] : [`to ${formatTime(to - SECOND_MS)}`]),
	].join(' ');
	throw failToRead(
		`Line ${outside.line} (${outside.receipt}) is dated ${formatTime(outside.completedAt)}, but this file is ${period}. Export the statement again, and keep its name and heading.`,
	);
};

/** Returns the end of the covered time, exclusive, and what gives it. */
const findEnd = (
	latest: number,
	to: number | undefined,
	exportedAt: number | undefined,
): Pick<Statement, 'to' | 'coverage' | 'statedTo'> => {
	const end = latest + SECOND_MS;
	const statedTo = null;
	if (to === undefined) return { to: end, coverage: 'lines', statedTo };
	// A statement for days to come ends at the time of its export.
	if (exportedAt !== undefined)
		return { to: Math.max(Math.min(to, exportedAt), end), coverage: 'export_date', statedTo };
	const stopsEarly = latest > 0 && to - latest >= EARLY_END_MS;
	return stopsEarly
		? { to: end, coverage: 'lines', statedTo: to }
		: { to, coverage: 'period', statedTo };
};

/** Returns the heading of a file, and the period that it covers. */
const describe = (heading: Cells, fileName: string, lines: readonly StatementLine[]) => {
	const headingValue = createHeadingReader(heading);
	const named = readFileName(fileName);
	const times = lines.map(({ completedAt }) => completedAt);
	const from = readTime(headingValue('from') ?? '') ?? (named.from && getDayStart(named.from));
	const last = readTime(headingValue('to') ?? '');
	const to = last === undefined ? named.to && getDayStart(named.to + 1) : last + SECOND_MS;
	const exportedAt =
		readTime(headingValue('report date') ?? headingValue('date of report') ?? '') ?? named.made;
	requireWithin(lines, from, to);
	const money = (name: string) => {
		const text = headingValue(name);
		return text === undefined ? null : (readMoney(text) ?? null);
	};
	const earliest = times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
	const latest = times.reduce((one, other) => Math.max(one, other), 0);
	return {
		shortCode: findShortCode(heading) ?? named.shortCode ?? null,
		account: headingValue('account') ?? named.account ?? findMovedAccount(lines) ?? null,
		// Without a period in the file, the days of its lines, up to the last line.
		from: from ?? getDayStart(toDayNumber(earliest)),
		...findEnd(latest, to, exportedAt),
		exportedAt,
		opening: money('opening balance'),
		closing: money('closing balance'),
	};
};

const computeBalanceBefore = ({ balance, paidIn, withdrawn }: StatementLine) =>
	balance - paidIn + withdrawn;

const sortOldestFirst = (lines: readonly StatementLine[]) => {
	const [first, last] = [lines[0], lines.at(-1)];
	const downwards = first && last && first.completedAt > last.completedAt;
	const given = downwards ? lines.toReversed() : [...lines];
	return given.sort((one, other) => one.completedAt - other.completedAt);
};

/** Returns the balance before the lines of one second: the one that is left more often than reached, if any. */
const findSurplus = (lines: readonly StatementLine[]) => {
	const surplus = new Map<number, number>();
	for (const line of lines) {
		surplus.set(computeBalanceBefore(line), (surplus.get(computeBalanceBefore(line)) ?? 0) + 1);
		surplus.set(line.balance, (surplus.get(line.balance) ?? 0) - 1);
	}
	return [...surplus].find(([, more]) => more > 0)?.[0];
};

/**
 * Returns the opening balance: that of the first second whose lines end at another balance than they begin. If all
 * seconds end where they begin, a balance that occurs in all of them, preferably the one in the file.
 */
const findStart = (seconds: readonly StatementLine[][], stated: number | null) => {
	for (const lines of seconds) {
		const start = findSurplus(lines);
		if (start !== undefined) return start;
	}
	const balances = seconds.map((lines) => new Set(lines.map(computeBalanceBefore)));
	const shared = [...(balances[0] ?? [])].filter((balance) =>
		balances.every((each) => each.has(balance)),
	);
	return shared.find((balance) => balance === stated) ?? shared[0] ?? 0;
};

/**
 * Orders lines so that each begins at the balance that the one before it left: a path that uses every line once
 * (Hierholzer 1873), because lines of one second have no certain order.
 */
const chainLines = (lines: readonly StatementLine[], start: number) => {
	const from = Map.groupBy(lines.toReversed(), computeBalanceBefore);
	const walk: StatementLine[] = [];
	const ahead: (StatementLine | undefined)[] = [undefined];
	while (ahead.length > 0) {
		const last = ahead.at(-1);
		const next = from.get(last ? last.balance : start)?.pop();
		if (next) ahead.push(next);
		else {
			ahead.pop();
			if (last) walk.push(last);
		}
	}
	return walk.reverse();
};

const isChain = (lines: readonly StatementLine[], start: number) =>
	lines.every((line, at) => computeBalanceBefore(line) === (lines[at - 1]?.balance ?? start));

/**
 * Returns the lines oldest first, or the first one whose balance does not follow from the lines before it. `stated` is
 * the opening balance in the file.
 */
const orderLines = (
	lines: readonly StatementLine[],
	stated: number | null,
): { ordered: StatementLine[] } | { broken: StatementLine } => {
	const sorted = sortOldestFirst(lines);
	const ordered: StatementLine[] = [];
	const seconds = [...Map.groupBy(sorted, ({ completedAt }) => completedAt).values()];
	let start = findStart(seconds, stated);
	for (const lines of seconds) {
		const walk = isChain(lines, start) ? lines : chainLines(lines, start);
		const wrong = walk.length < lines.length || !isChain(walk, start);
		if (wrong)
			return { broken: lines.find((line) => !walk.includes(line)) ?? (lines[0] as StatementLine) };
		ordered.push(...walk);
		start = walk.at(-1)?.balance ?? start;
	}
	return { ordered };
};

/** Returns the balance before the first of ordered lines; null without lines. */
const computeOpening = ([first]: readonly StatementLine[]) =>
	first ? computeBalanceBefore(first) : null;

/** Returns the time of which the balances of ordered lines, and those that the heading gives, prove that no line is missing. */
const findComplete = (
	lines: readonly StatementLine[],
	{ from, to, exportedAt, opening, closing }: ReturnType<typeof describe>,
): Statement['complete'] => {
	const [first, last] = [lines[0]?.completedAt, lines.at(-1)?.completedAt];
	const after = opening === null ? first : from - SECOND_MS;
	const end =
		closing === null || exportedAt === undefined ? last : Math.min(to, exportedAt - DELAY_MS);
	if (after === undefined || end === undefined) return null;
	return [after, Math.max(end, last ?? end)];
};

const formatShillings = (cents: number) => (cents / 100).toFixed(2);

/** Checks that the balance of each line and the totals add up; throws `UnreadableStatement` otherwise. */
const checkBalances = (
	lines: readonly StatementLine[],
	stated: { opening: number | null; closing: number | null },
) => {
	const result = orderLines(lines, stated.opening);
	if ('broken' in result)
		throw failToRead(
			`The statement does not add up: the balance in line ${result.broken.line} (${result.broken.receipt}) does not follow from the lines before it. Please export it again, without leaving lines out.`,
		);
	const { ordered } = result;
	const opening = computeOpening(ordered) ?? stated.opening;
	if (stated.opening !== null && opening !== stated.opening)
		throw failToRead(
			`The statement does not add up: its opening balance is ${formatShillings(stated.opening)}, but its first line starts with ${formatShillings(opening ?? 0)}.`,
		);
	const moved = ordered.reduce((sum, line) => sum + line.paidIn - line.withdrawn, 0);
	const closing = opening === null ? stated.closing : opening + moved;
	if (stated.closing !== null && closing !== stated.closing)
		throw failToRead(
			`The statement does not add up: its lines end with ${formatShillings(closing ?? 0)}, but its closing balance is ${formatShillings(stated.closing)}.`,
		);
	return { ordered, opening, closing };
};

/**
 * Reads a statement that the M-Pesa portal exported, as XLS, XLSX or CSV, of either template. Throws
 * `UnreadableStatement` for other files and for balances that do not add up, and the errors of `files/inspect` for a
 * damaged file.
 */
export const readStatement = async (bytes: ByteSource, fileName: string): Promise<Statement> => {
	const rows = await readCells(bytes);
	const headerIndex = findHeader(rows);
	const columns = readHeader(rows[headerIndex] ?? []);
	if (!columns)
		throw failToRead(
			'This is not a statement of the M-Pesa portal: it has no row with “Receipt No”, “Completion Time”, “Details”, “Transaction Status”, “Paid In”, “Withdrawn” and “Balance”.',
		);
	const body = rows.slice(headerIndex + 1);
	const last = body.findLast((cells) => cells.some((cell) => cell.trim() !== ''));
	const width = (rows[headerIndex] ?? []).findLastIndex((name) => name.trim() !== '') + 1;
	if (last && last.length < width) throw incomplete();
	const read: (StatementLine | RefusedLine)[] = [];
	for (const [n, cells] of body.entries()) {
		const line = readLine(cells, columns, headerIndex + n + 2);
		if (line) read.push(line);
	}
	const lines = read.filter((line): line is StatementLine => 'receipt' in line);
	const refused = read.filter((line): line is RefusedLine => 'text' in line);
	const heading = rows.slice(0, headerIndex);
	const description = describe(heading, fileName, lines);
	if (lines.length === 0 && !Number.isFinite(description.from))
		throw failToRead('This statement has no completed lines and no period.');
	const { ordered, opening, closing } = checkBalances(lines, description);
	const { exportedAt: _, ...rest } = description;
	const complete = findComplete(ordered, description);
	return { ...rest, complete, opening, closing, refused, lines: ordered };
};
