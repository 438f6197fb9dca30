import type { StatementLine } from './lines.ts';

/** A line whose balance is known. */
type Known = StatementLine & { balance: number };

const before = ({ balance, paidIn, withdrawn }: Known) => balance - paidIn + withdrawn;

const oldestFirst = (lines: readonly StatementLine[]) => {
	const [first, last] = [lines[0], lines.at(-1)];
	const downwards = first && last && first.completedAt > last.completedAt;
	const given = downwards ? lines.toReversed() : [...lines];
	return given.sort((one, other) => one.completedAt - other.completedAt);
};

/** The balance that the lines of one second begin at: the one left more often than reached, if there is one. */
const surplusOf = (lines: readonly Known[]) => {
	const surplus = new Map<number, number>();
	for (const line of lines) {
		surplus.set(before(line), (surplus.get(before(line)) ?? 0) + 1);
		surplus.set(line.balance, (surplus.get(line.balance) ?? 0) - 1);
	}
	return [...surplus].find(([, more]) => more > 0)?.[0];
};

/** The balance before all. Seconds that end where they begin begin where the first other one does. */
const startOf = (seconds: readonly Known[][]) => {
	for (const lines of seconds) {
		const start = surplusOf(lines);
		if (start !== undefined) return start;
	}
	const met = seconds.map((lines) => new Set(lines.map(before)));
	return [...(met[0] ?? [])].find((balance) => met.every((each) => each.has(balance))) ?? 0;
};

/**
 * An order in which each line begins at the balance that the one before it left, if there is one: a walk
 * that uses every line once (Hierholzer 1873), as lines of one second have no sure order.
 */
const chained = (lines: readonly Known[], start: number) => {
	const from = Map.groupBy(lines.toReversed(), before);
	const walk: Known[] = [];
	const ahead: (Known | undefined)[] = [undefined];
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

const isChain = (lines: readonly Known[], start: number) =>
	lines.every((line, at) => before(line) === (lines[at - 1]?.balance ?? start));

/** The lines oldest first, or the first one whose balance does not follow from the lines before it. */
export const inOrder = (
	lines: readonly StatementLine[],
): { ordered: StatementLine[] } | { broken: StatementLine } => {
	const sorted = oldestFirst(lines);
	if (!sorted.every((line): line is Known => line.balance !== null)) return { ordered: sorted };
	const ordered: Known[] = [];
	const seconds = [...Map.groupBy(sorted, ({ completedAt }) => completedAt).values()];
	let start = startOf(seconds);
	for (const lines of seconds) {
		const walk = isChain(lines, start) ? lines : chained(lines, start);
		const wrong = walk.length < lines.length || !isChain(walk, start);
		if (wrong) return { broken: lines.find((line) => !walk.includes(line)) ?? (lines[0] as Known) };
		ordered.push(...walk);
		start = walk.at(-1)?.balance ?? start;
	}
	return { ordered };
};

/** What the balance was before the first of lines that are in order; null where it is not said. */
export const openingOf = ([first]: readonly StatementLine[]) =>
	first?.balance === undefined || first.balance === null ? null : before(first as Known);
