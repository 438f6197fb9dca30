import { notFound } from '@tanstack/react-router';

/** What an address lacks, in the specification's words. */
export interface MissingId {
	missing: string;
}

const NOTHING = new Set(['', 'undefined', 'null', '.', '..']);

/**
 * Refuses an address with a blank, `undefined` or `null` id before anything is asked of the server;
 * the screen then shows the message.
 * @example createFileRoute('…')({ beforeLoad: needsIds('Course ID is required.'), … })
 */
export const needsIds =
	(message: string) =>
	<Context extends { params: object }>({ params }: Context) => {
		for (const [name, value] of Object.entries(params))
			if (name.endsWith('Id') && NOTHING.has(String(value).trim()))
				throw notFound({ data: { missing: message } satisfies MissingId });
	};

/** The specification's words for the three kinds of address. */
export const NEEDS_COURSE = 'Course ID is required.';
export const NEEDS_SUBJECT = 'Course ID and Subject ID are required.';
export const NEEDS_EXAM_SET = 'Missing course or exam set ID.';
