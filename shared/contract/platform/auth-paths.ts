/** Path of better-auth's own calls, with its own shapes: sign-in, sign-out and the second factor. */
export const authPath = '/auth';

/**
 * Header of the console's calls: the id of the person whom the page shows. The server refuses the call with 409
 * `other_person` if the session belongs to someone else.
 */
export const PERSON_HEADER = 'x-person-id';

/** The pages outside `/admin`. The secret of a link follows its `#`, so that no server receives it. */
export const pages = {
	signIn: '/sign-in',
	setup: '/setup',
	invitation: '/invitation',
	reset: '/reset',
} as const;
