/** Thrown for an address whose ids are blank or were never filled in. */
export class MissingId extends Error {
	override readonly name = 'MissingId';
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
		for (const [name, value] of Object.entries(params)) {
			if (name.endsWith('Id') && NOTHING.has(String(value).trim())) throw new MissingId(message);
		}
	};

/** The specification's words for the three kinds of address. */
export const NEEDS_COURSE = 'Course ID is required.';
export const NEEDS_SUBJECT = 'Course ID and Subject ID are required.';
export const NEEDS_EXAM_SET = 'Missing course or exam set ID.';
