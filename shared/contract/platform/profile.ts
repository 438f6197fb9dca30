import { component, ignoreFields, openapi, z } from '../../zod.ts';
import { keyRoleNames, permissions, roleNames } from './access.ts';
import { flag, id, instant } from './fields.ts';
import { knownPassword, newPassword } from './passwords.ts';
import { email, personName } from './people.ts';
import { view } from './views.ts';

/** `GET /site`, for anyone: the data for the sign-in page. */
export const site = component('Site', {
	setup: z.boolean(),
	mail: z.boolean(),
	signed_in: z.boolean(),
	password: z.boolean(),
	provider: z.nullable(z.string()),
});

/** `GET /account`. While `second_factor.missing`, other calls answer 403 `enrolment_required`. */
export const account = component('Account', {
	kind: z.enum(['person', 'program']),
	id: id(),
	name: z.string(),
	email: z.nullable(z.string()),
	role: z.enum(keyRoleNames),
	permissions: z.array(z.enum(permissions)),
	keys: z.int(),
	/** The parts that are on, beside content. */
	parts: z.array(z.enum(['papers', 'finance', 'learners'])),
	payments_on: z.boolean(),
	phones_masked: z.boolean(),
	second_factor: z.object({
		enabled: z.boolean(),
		required: z.boolean(),
		missing: z.boolean(),
	}),
	ways_in: z.object({ password: z.boolean(), provider: z.boolean(), passkeys: z.int() }),
	views: z.array(view),
	session: z.nullable(
		z.object({
			id: id(),
			trusted: z.boolean(),
			expires_at: instant(),
			confirmed_until: instant(),
		}),
	),
});
export type Account = z.infer<typeof account>;

/** `PUT /account`. */
export const accountUpdate = ignoreFields(
	component('AccountUpdate', { name: personName() }),
	Object.keys(account.shape),
);

/** `POST /account/confirm`, after a 403 `reauth_required`; the session gets a new cookie. */
export const confirmation = component('Confirmation', { password: knownPassword() });

/** The same for a person without a password, whose session must be confirmed in another way. */
export const passwordIfAny = component('PasswordIfAny', { password: z.optional(knownPassword()) });

/** `POST /account/password`: ends the other sessions; this one gets a new cookie. */
export const passwordChange = component('PasswordChange', {
	current_password: knownPassword('Current password'),
	new_password: newPassword('New password'),
});

/** `POST /account/authenticator`: the new app counts after `PUT` with the ticket and the code that the app shows. */
export const newAuthenticator = component('NewAuthenticator', {
	uri: z.string(),
	ticket: z.string(),
});
export const authenticatorChange = component('AuthenticatorChange', {
	ticket: z.string('Ticket is required'),
	code: z
		.string('Code is required')
		.check(z.regex(/^\d{6}$/, 'Code must be six digits'))
		.register(openapi, { examples: ['123456'] }),
});

/** `GET /account/sessions`: the caller's own sessions, latest used first. */
export const session = component('Session', {
	id: id(),
	current: z.boolean(),
	device: z.string(),
	address: z.string(),
	trusted: z.boolean(),
	created_at: instant(),
	last_seen_at: instant(),
	expires_at: instant(),
});
export type Session = z.infer<typeof session>;

/** `POST /links/check` names the owner of a link. 400 `invalid_link` for a link that does not work. */
export const linkCheck = component('LinkCheck', { token: z.string('Token is required') });
export const linkOwner = component('LinkOwner', {
	purpose: z.enum(['invitation', 'reset']),
	name: z.string(),
	email: z.string(),
	role: z.enum(roleNames),
});
export type LinkOwner = z.infer<typeof linkOwner>;

/** `POST /links/use` sets the password. An invitation signs in; a reset ends all sessions. */
export const linkUse = component('LinkUse', {
	token: z.string('Token is required'),
	password: newPassword(),
	name: z.optional(personName()),
});
export const linkUsed = component('LinkUsed', { signed_in: z.boolean(), code_needed: z.boolean() });
export type LinkUsed = z.infer<typeof linkUsed>;

/** `POST /password-resets`, if mail is set up: the same 202 and `data: null` for every address. 503 `mail_off` otherwise. */
export const passwordResetRequest = component('PasswordResetRequest', { email: email() });

/** `POST /setup`: creates the first administrator with the link printed at start; 404 once there is one. */
export const setup = component('Setup', {
	token: z.string('Token is required'),
	name: personName(),
	email: email(),
	password: newPassword(),
	sample_data: flag('Sample data'),
});
