import type { Db } from '../../db/database.ts';
import { contentsOf } from '../files/store.ts';
import { alikeness, insidesOf } from '../insides/store.ts';
import type { InsideRow } from '../insides/tables.ts';
import type { KnownPaper } from './known.ts';
import type { Judged } from './problems.ts';

/** So many papers a row is compared with: those of its subject or codes, or of a course where it has neither. */
const MOST = 300;

const isNear = ({ values }: Judged, paper: KnownPaper) => {
	if (paper.course_id !== values.course_id) return false;
	const { subject_id, codes } = values;
	if (subject_id === null && codes.length === 0) return true;
	return paper.subject_id === subject_id || paper.codes.some((code) => codes.includes(code));
};

/** Finds the row before a row whose content is other, but likest to it, among those that nothing was made of. */
export const alikeBefore = (
	rows: readonly Judged[],
	own: ReadonlyMap<string, InsideRow>,
	row: Judged,
): { row: Judged; alike: number } | undefined => {
	const one = own.get(row.sha256);
	let best: { row: Judged; alike: number } | undefined;
	if (!one || (!one.words && !one.looks)) return best;
	for (const before of rows) {
		if (before.n >= row.n || before.skipped || before.paper_id) continue;
		const other = before.sha256 === row.sha256 ? undefined : own.get(before.sha256);
		const alike = other && alikeness(one, other);
		if (alike !== undefined && alike > (best?.alike ?? 0)) best = { row: before, alike };
	}
	return best;
};

/** Finds past papers whose content is other than a row's, but much like it; the likest first. */
export const openAlike = async (
	db: Db,
	papers: readonly KnownPaper[],
	own: ReadonlyMap<string, InsideRow>,
) => {
	const isComparable = [...own.values()].some(({ words, looks }) => words || looks);
	const contents = isComparable
		? await contentsOf(
				db,
				papers.flatMap(({ url }) => url ?? []),
			)
		: new Map<string, string>();
	const insides = await insidesOf(db, [...new Set(contents.values())]);
	return (row: Judged) => {
		const one = own.get(row.sha256);
		if (!one) return [];
		return papers
			.filter((paper) => isNear(row, paper))
			.slice(0, MOST)
			.flatMap((paper) => {
				const other = insides.get(contents.get(paper.url ?? '') ?? '');
				const isOther = other && other.sha256 !== row.sha256;
				const alike = isOther ? alikeness(one, other) : undefined;
				return alike === undefined ? [] : [{ paper, alike }];
			})
			.sort((a, b) => b.alike - a.alike);
	};
};
