import { component, z } from '../../zod.ts';
import { id, instant, line } from './fields.ts';
import { email } from './people.ts';

/** Reasons why a sign-in with the identity provider failed, in the address of the sign-in page. `$` is its name. */
export const signInProblems = {
	provider_down: '$ does not answer. Try again later, or sign in another way.',
	provider_refused: 'The sign-in with $ could not be checked. Start again.',
	cancelled: 'The sign-in with $ was cancelled.',
	unknown_address: 'No one with your address at $ is invited. Ask an administrator to invite you.',
	unverified: '$ has not verified your e-mail address. Verify it there, then sign in again.',
	other_account:
		'Your e-mail address is linked to another account at $. Ask an administrator to end that link.',
	disabled: 'Your account is disabled. Ask an administrator.',
	invitation_ended: 'Your invitation has expired. Ask an administrator for another one.',
	not_confirmed:
		'$ did not ask for your password again, so this could not be confirmed. Confirm another way.',
	other_person: 'Sign in at $ as the person who is signed in here.',
} as const;
export type SignInProblem = keyof typeof signInProblems;

/** `GET /auth/provider` opens the identity provider's page, which leads back to the console. */
export const providerPath = '/api/auth/provider';

/** Channel that tells the console's page how a sign-in in a window of its own ended. */
export const SIGN_IN_CHANNEL = 'sign-in';

const passkeyName = () => line('Name', 'Name is required', 100);

/** `GET /account/passkeys` lists the person's passkeys, oldest first. */
export const passkey = component('Passkey', {
	id: id(),
	name: z.string(),
	created_at: instant(),
	last_used_at: z.nullable(instant()),
});
export type Passkey = z.infer<typeof passkey>;
/** A credential as the browser's `toJSON` returns it (Web Authentication Level 3). */
const credential = z.looseObject({ id: z.string('Id is required') }, 'Response is required');

/** Options for the browser: `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

/** `POST /account/passkeys` adds a passkey; its challenge is of `POST /account/passkeys/options`, at most five minutes old. */
export const passkeyCreate = component('PasskeyCreate', {
	name: passkeyName(),
	response: credential,
});
export const passkeyUpdate = component('PasskeyUpdate', { name: passkeyName() });

/** `POST /account/confirm/passkey` confirms as a password does. The challenge is of `POST /auth/passkey/options`. */
export const passkeyUse = component('PasskeyUse', { response: credential });

/** `POST /auth/passkey`: signs in. With `email`, only that person. */
export const passkeySignIn = component('PasskeySignIn', {
	response: credential,
	email: z.optional(email()),
	trusted: z.optional(z.boolean()),
});

/** `GET /people/:personId/ways-in`: the ways in which a person can sign in. */
export const waysIn = component('WaysIn', {
	password: z.boolean(),
	provider: z.boolean(),
	passkeys: z.array(passkey),
});
export type WaysIn = z.infer<typeof waysIn>;
