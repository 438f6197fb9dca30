import { setImmediate as othersFirst } from 'node:timers/promises';
import { dayOf, dayStart, parseDay, parseMpesaTime } from '#shared/east-africa-time.ts';
import type { ByteSource } from '../../files/store.ts';
import { readCells } from './cells.ts';
import { headerOf, ownWordsOf, type RefusedLine, readLine, type StatementLine } from './lines.ts';
import { type Cells, incomplete, UnreadableStatement } from './unreadable.ts';
import { readMoney, readTime } from './values.ts';

/** A statement of the M-PESA organisation portal, read and found to add up. Amounts are cents of a shilling. */
export interface Statement {
	shortCode: string | null;
	/** Which of the short code's accounts, as `Utility Account`. */
	account: string | null;
	/** The instants that it covers, in milliseconds; the second one is the first that it does not. */
	from: number;
	to: number;
	opening: number | null;
	closing: number | null;
	/** Oldest first. */
	lines: StatementLine[];
	refused: RefusedLine[];
}

const HEADING_ROWS = 40;
const SECOND_MS = 1_000;
/** So many rows are read in one turn. */
const TOGETHER = 1_000;

const unreadable = (message: string) => new UnreadableStatement(message);

/** What stands above the header, each by the cell before it. */
const headingOf = (rows: Cells) => {
	const cells = rows.flat().map((cell) => cell.trim());
	return (name: string) => {
		const at = cells.findIndex((cell) => cell.replace(/:$/, '').toLowerCase() === name);
		return at < 0 ? undefined : cells.slice(at + 1).find((cell) => cell !== '');
	};
};

/** Returns the short code of a cell `Paybill: 174379`, or of the cells `Short Code:` and `174379`. */
const shortCodeOf = (heading: Cells) => {
	const text = heading.map((cells) => cells.map((cell) => cell.trim()).join(' ')).join('\n');
	return /\b(?:short ?code|pay ?bill)(?: number| no\.?)?:? +(\d{5,7})(?:\.0)?\b/i.exec(text)?.[1];
};

/**
 * Reads `Statements for 123456 from 2026-10-01 to 2026-10-01 (1).csv`, with `_` or `+` for the spaces as some browsers
 * save it, and `ORG_123456_Utility Account_Completed_….csv`.
 */
const ofName = (fileName: string) => {
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

/** Returns the account that the moves between our accounts go out of or come into, where they agree. */
const accountOfMoves = (lines: readonly StatementLine[]) => {
	const names = lines.flatMap(({ kind, details, paidIn }) => {
		const [, from, to] = (kind === 'sweep' && MOVE.exec(ownWordsOf(details))) || [];
		if (!from || !to) return [];
		return paidIn > 0 ? `${to.replace(/ account$/i, '')} Account` : from;
	});
	const [first, ...others] = new Set(names);
	return others.length === 0 ? first : undefined;
};

/** What a file says beside its lines, and how far it reaches. */
const describe = (heading: Cells, fileName: string, lines: readonly StatementLine[]) => {
	const say = headingOf(heading);
	const named = ofName(fileName);
	const times = lines.map(({ completedAt }) => completedAt);
	const from = readTime(say('from') ?? '') ?? (named.from && dayStart(named.from));
	const last = readTime(say('to') ?? '');
	const to = last === undefined ? named.to && dayStart(named.to + 1) : last + SECOND_MS;
	// What is asked for up to a day to come is told up to the moment of asking.
	const made = readTime(say('report date') ?? '') ?? named.made ?? Number.POSITIVE_INFINITY;
	const money = (name: string) => {
		const text = say(name);
		return text === undefined ? null : (readMoney(text) ?? null);
	};
	const earliest = times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
	const latest = times.reduce((one, other) => Math.max(one, other), 0);
	return {
		shortCode: shortCodeOf(heading) ?? named.shortCode ?? null,
		account: say('account') ?? named.account ?? accountOfMoves(lines) ?? null,
		// Without any word of it, the days of its lines up to the last of them.
		from: Math.min(from ?? dayStart(dayOf(earliest)), earliest),
		to: Math.max(Math.min(to ?? 0, made), latest + SECOND_MS),
		opening: money('opening balance'),
		closing: money('closing balance'),
	};
};

const balanceBefore = ({ balance, paidIn, withdrawn }: StatementLine) =>
	balance - paidIn + withdrawn;

const oldestFirst = (lines: readonly StatementLine[]) => {
	const [first, last] = [lines[0], lines.at(-1)];
	const downwards = first && last && first.completedAt > last.completedAt;
	const given = downwards ? lines.toReversed() : [...lines];
	return given.sort((one, other) => one.completedAt - other.completedAt);
};

/** The balance that the lines of one second begin at: the one left more often than reached, if there is one. */
const surplusOf = (lines: readonly StatementLine[]) => {
	const surplus = new Map<number, number>();
	for (const line of lines) {
		surplus.set(balanceBefore(line), (surplus.get(balanceBefore(line)) ?? 0) + 1);
		surplus.set(line.balance, (surplus.get(line.balance) ?? 0) - 1);
	}
	return [...surplus].find(([, more]) => more > 0)?.[0];
};

/**
 * The balance before all. Seconds that end where they begin begin where the first other one does; where all do,
 * as the file says, or as it stands.
 */
const startOf = (seconds: readonly StatementLine[][], said: number | null) => {
	for (const lines of seconds) {
		const start = surplusOf(lines);
		if (start !== undefined) return start;
	}
	const met = seconds.map((lines) => new Set(lines.map(balanceBefore)));
	const shared = [...(met[0] ?? [])].filter((balance) => met.every((each) => each.has(balance)));
	return shared.find((balance) => balance === said) ?? shared[0] ?? 0;
};

/**
 * An order in which each line begins at the balance that the one before it left, if there is one: a walk
 * that uses every line once (Hierholzer 1873), as lines of one second have no sure order.
 */
const chained = (lines: readonly StatementLine[], start: number) => {
	const from = Map.groupBy(lines.toReversed(), balanceBefore);
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
	lines.every((line, at) => balanceBefore(line) === (lines[at - 1]?.balance ?? start));

/**
 * The lines oldest first, or the first one whose balance does not follow from the lines before it. `said` is the
 * balance that the file says it opens with.
 */
const inOrder = (
	lines: readonly StatementLine[],
	said: number | null,
): { ordered: StatementLine[] } | { broken: StatementLine } => {
	const sorted = oldestFirst(lines);
	const ordered: StatementLine[] = [];
	const seconds = [...Map.groupBy(sorted, ({ completedAt }) => completedAt).values()];
	let start = startOf(seconds, said);
	for (const lines of seconds) {
		const walk = isChain(lines, start) ? lines : chained(lines, start);
		const wrong = walk.length < lines.length || !isChain(walk, start);
		if (wrong)
			return { broken: lines.find((line) => !walk.includes(line)) ?? (lines[0] as StatementLine) };
		ordered.push(...walk);
		start = walk.at(-1)?.balance ?? start;
	}
	return { ordered };
};

/** What the balance was before the first of lines that are in order; null where there is none. */
const openingOf = ([first]: readonly StatementLine[]) => (first ? balanceBefore(first) : null);

const shillings = (cents: number) => (cents / 100).toFixed(2);

/** Refuses what does not add up: the balance of each line, and of the whole. */
const added = (
	lines: readonly StatementLine[],
	said: { opening: number | null; closing: number | null },
) => {
	const result = inOrder(lines, said.opening);
	if ('broken' in result)
		throw unreadable(
			`The statement does not add up: the balance in line ${result.broken.line} (${result.broken.receipt}) does not follow from the lines before it. Please export it again, without leaving lines out.`,
		);
	const { ordered } = result;
	const opening = openingOf(ordered) ?? said.opening;
	if (said.opening !== null && opening !== said.opening)
		throw unreadable(
			`The statement does not add up: it opens with ${shillings(said.opening)}, and its first line with ${shillings(opening ?? 0)}.`,
		);
	const moved = ordered.reduce((sum, line) => sum + line.paidIn - line.withdrawn, 0);
	const closing = opening === null ? said.closing : opening + moved;
	if (said.closing !== null && closing !== said.closing)
		throw unreadable(
			`The statement does not add up: its lines come to ${shillings(closing ?? 0)}, and it closes with ${shillings(said.closing)}.`,
		);
	return { ordered, opening, closing };
};

/**
 * Reads a statement that the M-PESA portal exported, as XLS, XLSX or CSV, of either template. Throws
 * `UnreadableStatement` for what is none and for what does not add up, and what `files/inspect` throws for a
 * damaged file. `tell` hears how many of the rows are read.
 */
export const readStatement = async (
	bytes: ByteSource,
	fileName: string,
	tell: (rows: number, of: number) => void = () => {},
): Promise<Statement> => {
	const rows = await readCells(bytes);
	const at = rows.slice(0, HEADING_ROWS).findIndex((row) => headerOf(row) !== undefined);
	const columns = headerOf(rows[at] ?? []);
	if (!columns)
		throw unreadable(
			'This is no statement of the M-PESA portal: it has no row with “Receipt No”, “Completion Time”, “Details”, “Transaction Status”, “Paid In”, “Withdrawn” and “Balance”.',
		);
	const body = rows.slice(at + 1);
	const last = body.findLast((cells) => cells.some((cell) => cell.trim() !== ''));
	const width = (rows[at] ?? []).findLastIndex((name) => name.trim() !== '') + 1;
	if (last && last.length < width) throw incomplete();
	const read: (StatementLine | RefusedLine)[] = [];
	for (const [n, cells] of body.entries()) {
		if (n % TOGETHER === 0) {
			tell(n, body.length);
			await othersFirst();
		}
		const line = readLine(cells, columns, at + n + 2);
		if (line) read.push(line);
	}
	const lines = read.filter((line): line is StatementLine => 'receipt' in line);
	const refused = read.filter((line): line is RefusedLine => 'text' in line);
	const heading = rows.slice(0, at);
	const about = describe(heading, fileName, lines);
	if (lines.length === 0 && !Number.isFinite(about.from))
		throw unreadable('This statement has no completed line, and does not say which days it is of.');
	const { ordered, opening, closing } = added(lines, about);
	return { ...about, opening, closing, refused, lines: ordered };
};
