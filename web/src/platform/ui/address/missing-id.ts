import { notFound } from '@tanstack/react-router';

/** Message about the missing id of an address, as in the specification. */
export interface MissingId {
	missing: string;
}

const NOTHING = new Set(['', 'undefined', 'null', '.', '..']);

const NEEDS_SUBJECT = 'Course ID and Subject ID are required.';
const NEEDS_EXAM_SET = 'Missing course or exam set ID.';
/** The specification's messages for the three kinds of address, by the id that identifies the kind, innermost first. */
const needs = {
	paperId: NEEDS_EXAM_SET,
	examSetId: NEEDS_EXAM_SET,
	topicId: NEEDS_SUBJECT,
	subjectId: NEEDS_SUBJECT,
	courseId: 'Course ID is required.',
};

/**
 * Rejects an address with a blank, `undefined` or `null` id before any request; the screen then shows the message.
 * @example createFileRoute('…')({ beforeLoad: needsIds, … })
 */
export const needsIds = <Context extends { params: object }>({ params }: Context) => {
	const ids: Readonly<Record<string, unknown>> = { ...params };
	const named = Object.entries(needs).filter(([name]) => name in ids);
	if (named.some(([name]) => NOTHING.has(String(ids[name]).trim())))
		throw notFound({ data: { missing: named[0]?.[1] ?? '' } satisfies MissingId });
};
