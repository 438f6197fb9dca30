import type { PastPaper } from '#shared/contract/content/past-papers.ts';
import { foldCase } from '#shared/contract/platform/fields.ts';

type Printed = Pick<PastPaper, 'id' | 'name' | 'kind' | 'codes' | 'subject_id'>;

/** Returns the common part of the names of a paper and its marking scheme: without 'marking scheme', 'ms' and signs. */
const getStem = ({ name }: Printed) =>
	foldCase(name)
		.replace(/\b(mark(ing)? scheme|scheme|ms)\b/g, '')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

const hasSameCode = (a: readonly string[], b: readonly string[]) => {
	const keys = a.map(foldCase);
	return b.some((code) => keys.includes(foldCase(code)));
};

/**
 * Returns the marking scheme of a paper, or the paper of a marking scheme, from the papers of its exam set. It shares a
 * code with the paper, or else the name; its subject is the same or unset.
 */
export const findCompanion = <Paper extends Printed>(paper: Printed, papers: readonly Paper[]) => {
	const otherKind = { paper: 'marking_scheme', marking_scheme: 'paper', other: undefined }[
		paper.kind
	];
	const others = papers.filter(
		({ kind, subject_id }) =>
			kind === otherKind &&
			(subject_id === null || paper.subject_id === null || subject_id === paper.subject_id),
	);
	return (
		others.find(({ codes }) => hasSameCode(codes, paper.codes)) ??
		others.find((other) => getStem(other) !== '' && getStem(other) === getStem(paper))
	);
};
