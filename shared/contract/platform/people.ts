import { component, ignoreFields, openapi, z } from '../../zod.ts';
import { role, roleNames } from './access.ts';
import { flag, id, instant, line, makeRequiredErrors } from './fields.ts';
import { key } from './keys.ts';

const EMAIL_MAX = 254;

/** Makes the schema of an e-mail address: NFKC, lower case, plain ASCII, a host with a dot. */
export const email = () =>
	z
		.string(makeRequiredErrors('E-mail is required', 'E-mail must be text'))
		.check(
			z.overwrite((text) => text.normalize('NFKC').trim().toLowerCase()),
			z.refine((text) => text !== '', { error: 'E-mail is required', abort: true }),
			z.refine(
				(text) => text.length <= EMAIL_MAX && z.regexes.email.test(text),
				'Please enter a valid e-mail address',
			),
		)
		.register(openapi, { format: 'email', maxLength: EMAIL_MAX });

export const personName = () => line('Name', 'Name is required');

const personStatuses = ['active', 'invited', 'disabled'] as const;

/** `GET /people` returns all of them, by name; `GET /people/:personId` one. */
export const person = component('Person', {
	id: id(),
	name: z.string(),
	email: z.string(),
	role: z.enum(roleNames),
	status: z.enum(personStatuses),
	second_factor: z.boolean(),
	last_seen_at: z.nullable(instant()),
	created_at: instant(),
	updated_at: instant(),
});
export type Person = z.infer<typeof person>;

/** A link for one use. `url` is null if mail is set up. */
export const oneTimeLink = component('OneTimeLink', {
	url: z.nullable(z.string()),
	expires_at: instant(),
	sent: z.boolean(),
});
export type OneTimeLink = z.infer<typeof oneTimeLink>;

/** `POST /people` invites; 201 with the person and the link. 409 for an e-mail address in use. */
export const personCreate = component('PersonCreate', {
	name: personName(),
	email: email(),
	role: role(),
});

export const invitedPerson = component('InvitedPerson', { person, link: oneTimeLink });

const openLink = z.object({
	person_id: id(),
	name: z.string(),
	email: z.string(),
	role: z.enum(roleNames),
	expires_at: instant(),
});

/** `GET /people/:personId/credentials`: the keys and links of a person that still work. */
export const issuedCredentials = component('IssuedCredentials', {
	keys: z.array(key),
	invitations: z.array(openLink),
	resets: z.array(openLink),
});
export type IssuedCredentials = z.infer<typeof issuedCredentials>;

/** `PUT /people/:personId`. 409 if no administrator would remain. Losing the role ends issued keys and links. */
export const personUpdate = ignoreFields(
	component('PersonUpdate', {
		name: z.optional(personName()),
		role: z.optional(role()),
		disabled: z.optional(flag('Disabled')),
		keys_to: z.optional(z.record(z.string(), z.string(), 'Keys must name an administrator each')),
	}),
	Object.keys(person.shape),
);

export type PersonUpdate = z.infer<typeof personUpdate>;

/** `GET` and `PUT /settings/second-factor`: the roles that must have a second factor. */
export const secondFactorPolicy = component('SecondFactorPolicy', {
	roles: z.array(role(), 'Roles must be a list'),
});
export type SecondFactorPolicy = z.infer<typeof secondFactorPolicy>;
