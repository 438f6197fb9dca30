/** Path of better-auth's own calls, with its own shapes: sign-in, sign-out and the second factor. */
export const authPath = '/auth';

/** The pages outside `/admin`. The secret of a link follows its `#`, so that no server receives it. */
export const pages = {
	signIn: '/sign-in',
	setup: '/setup',
	invitation: '/invitation',
	reset: '/reset',
} as const;
