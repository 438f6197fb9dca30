import type { StatementLine } from './lines.ts';

const before = ({ balance, paidIn, withdrawn }: StatementLine) => balance - paidIn + withdrawn;

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
		surplus.set(before(line), (surplus.get(before(line)) ?? 0) + 1);
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
	const met = seconds.map((lines) => new Set(lines.map(before)));
	const shared = [...(met[0] ?? [])].filter((balance) => met.every((each) => each.has(balance)));
	return shared.find((balance) => balance === said) ?? shared[0] ?? 0;
};

/**
 * An order in which each line begins at the balance that the one before it left, if there is one: a walk
 * that uses every line once (Hierholzer 1873), as lines of one second have no sure order.
 */
const chained = (lines: readonly StatementLine[], start: number) => {
	const from = Map.groupBy(lines.toReversed(), before);
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
	lines.every((line, at) => before(line) === (lines[at - 1]?.balance ?? start));

/**
 * The lines oldest first, or the first one whose balance does not follow from the lines before it. `said` is the
 * balance that the file says it opens with.
 */
export const inOrder = (
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
export const openingOf = ([first]: readonly StatementLine[]) => (first ? before(first) : null);
