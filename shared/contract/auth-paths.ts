/** Path of better-auth's own calls, with its own shapes: sign-in, sign-out and the second factor. */
export const authPath = '/auth';

/** The pages outside `/admin`; the secret of a link stands behind its `#`, so that no server sees it. */
export const pages = {
	signIn: '/sign-in',
	setup: '/setup',
	invitation: '/invitation',
	reset: '/reset',
} as const;
