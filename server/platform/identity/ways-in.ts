import { isIP } from 'node:net';
import { APIError } from '@better-auth/core/error';
import { passkey } from '@better-auth/passkey';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from '#shared/zod.ts';

/** Path of `personSignIn`, for the hooks of other plugins. */
export const PERSON_SIGN_IN = '/sign-in/person';

/** The path at which a passkey is checked and a session made. */
export const PASSKEY_SIGN_IN = '/passkey/verify-authentication';

const body = z.object({ personId: z.string(), trusted: z.boolean(), bothFactors: z.boolean() });

/** Plugin with a call that signs in a person whom the identity provider identified. No HTTP request reaches the call. */
export const personSignIn = () => ({
	id: 'person-sign-in',
	endpoints: {
		signInPerson: createAuthEndpoint(
			PERSON_SIGN_IN,
			{ method: 'POST', body, metadata: { SERVER_ONLY: true } },
			async (context) => {
				const { personId, trusted, bothFactors } = context.body;
				const { internalAdapter } = context.context;
				const user = await internalAdapter.findUserById(personId);
				if (!user) throw new APIError('UNAUTHORIZED');
				const session = await internalAdapter.createSession(personId, !trusted, {
					trusted,
					bothFactors,
				});
				await setSessionCookie(context, { session, user }, !trusted);
				return context.json({ user });
			},
		),
	},
});

/** Returns the host that passkeys belong to. An IP address has none: then only another address of the site offers them. */
const findRelyingParty = (publicUrls: readonly string[]) =>
	publicUrls
		.map((url) => new URL(url).hostname)
		.find((host) => !isIP(host.replace(/^\[|\]$/g, ''))) ?? 'localhost';

const requireVerification = (verified: boolean | undefined) => {
	if (verified) return;
	throw new APIError('BAD_REQUEST', { message: 'The passkey did not verify its user.' });
};

/**
 * Configures better-auth's passkeys. Each must be found without an e-mail address and must verify its user, by a
 * fingerprint, a face or a PIN, so it counts as both factors. Its origin is that of the call, which `ask` has checked
 * (decision 0152).
 */
export const openPasskeys = (productName: string, publicUrls: readonly string[]) =>
	passkey({
		rpName: productName,
		rpID: findRelyingParty(publicUrls),
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
		registration: {
			afterVerification: ({ verification }) =>
				requireVerification(verification.registrationInfo?.userVerified),
		},
		authentication: {
			afterVerification: async ({ verification }) =>
				requireVerification(verification.authenticationInfo.userVerified),
		},
		schema: {
			passkey: {
				modelName: 'passkeys',
				fields: { userId: 'personId', credentialID: 'credentialId' },
			},
		},
	});
