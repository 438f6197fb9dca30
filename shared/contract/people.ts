import { component, described, openapi, z } from '../zod.ts';
import { role, roleNames } from './access.ts';
import { flag, id, instant, line, requiredOr } from './fields.ts';
import { key } from './keys.ts';

const EMAIL_MAX = 254;

/**
 * An e-mail address as people are known by: NFKC first, so that a full-width `＠` is no second
 * spelling, then lower case. Plain ASCII, a host with a dot, as better-auth has it.
 */
export const email = () =>
	z
		.string(requiredOr('E-mail is required', 'E-mail must be text'))
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

/** `invited` until the link has been used, `disabled` when an administrator has said so. */
const personStatuses = ['active', 'invited', 'disabled'] as const;

/** `GET /people` answers all of them, by name; `GET /people/:personId` one. */
export const person = component('Person', {
	id: id(),
	name: z.string(),
	email: z.string(),
	role: z.enum(roleNames),
	status: z.enum(personStatuses),
	second_factor: described(z.boolean(), 'Whether one is set up.'),
	last_seen_at: z.nullable(instant()),
	created_at: instant(),
	updated_at: instant(),
});
export type Person = z.infer<typeof person>;

/**
 * A link that works once. `url` is whole, with a secret behind its `#`; it is never shown again. Where
 * mail is set up it is not shown at all, so that nobody comes in by a link for somebody else.
 */
export const oneTimeLink = component('OneTimeLink', {
	url: described(z.nullable(z.string()), 'Null where it goes by e-mail.'),
	expires_at: instant(),
	sent: described(z.boolean(), 'Whether it is on its way by e-mail.'),
});
export type OneTimeLink = z.infer<typeof oneTimeLink>;

/** `POST /people` invites; 201 with the person and the link. 409 where the e-mail is taken. */
export const personCreate = component('PersonCreate', {
	name: personName(),
	email: email(),
	role: role(),
});

export const invitedPerson = component('InvitedPerson', { person, link: oneTimeLink });

/** A link that somebody made for somebody else, and that still works. */
const openLink = z.object({
	person_id: id(),
	name: z.string(),
	email: z.string(),
	role: z.enum(roleNames),
	expires_at: instant(),
});

/**
 * `GET /people/:personId/handed-out`: what a person has handed out that still lets somebody in. It ends
 * when they are disabled or get a role other than administrator.
 */
export const issuedCredentials = component('IssuedCredentials', {
	keys: z.array(key),
	invitations: z.array(openLink),
	resets: described(z.array(openLink), 'Links to choose another password.'),
});
export type IssuedCredentials = z.infer<typeof issuedCredentials>;

/**
 * `PUT /people/:personId`: what is left out stays. 409 where it would leave no administrator.
 * A change of role or a disabling takes effect within a second on every server, and ends what the person
 * has handed out, all but the keys that another administrator takes over.
 */
export const personUpdate = component('PersonUpdate', {
	name: z.optional(personName()),
	role: z.optional(role()),
	disabled: z.optional(flag('Disabled')),
	keys_to: described(
		z.optional(z.record(z.string(), z.string(), 'Keys must name an administrator each')),
		'Keys by id, each with the id of the administrator who takes it over.',
	),
});

export type PersonUpdate = z.infer<typeof personUpdate>;

/**
 * The rest, all of which answer `data: null` unless said otherwise:
 * - `POST /people/:personId/link`: a new link (the data is a `oneTimeLink`); the older ones end. For
 *   one who is invited it is the invitation again (72 hours), else a reset of the password (24 hours).
 * - `DELETE /people/:personId/sessions`: signs them out everywhere.
 * - `DELETE /people/:personId/second-factor`: for one who has lost it.
 * - `DELETE /people/:personId`: takes an invitation back. Others are disabled instead (409).
 *
 * All that change anything need a password confirmed in the last ten minutes: 403 `reauth_required`.
 */
export const peoplePath = '/people';

/** `GET` and `PUT /settings/second-factor`: the roles that must have a second factor. */
export const secondFactorPolicy = component('SecondFactorPolicy', {
	roles: z.array(role(), 'Roles must be a list'),
});
export type SecondFactorPolicy = z.infer<typeof secondFactorPolicy>;
