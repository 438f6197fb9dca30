import { defineCalls } from '../../call.ts';
import { z } from '../../zod.ts';
import { key, keyCreate, madeKey } from './keys.ts';
import {
	invitedPerson,
	issuedCredentials,
	oneTimeLink,
	person,
	personCreate,
	personUpdate,
	secondFactorPolicy,
} from './people.ts';
import { waysIn } from './ways-in.ts';

declare module '../../call.ts' {
	interface DeclaredCalls {
		people: typeof peopleCalls;
		policy: typeof policyCalls;
		keys: typeof keyCalls;
	}
}

const reading = { permission: 'people:manage' } as const;
const changing = { permission: 'people:manage', fresh: true } as const;

/** The calls that invite, change, help and remove people. */
export const peopleCalls = defineCalls({
	listPeople: {
		...reading,
		at: 'GET /people',
		summary: 'Lists the people who can sign in',
		answer: z.array(person),
	},
	getPerson: {
		...reading,
		at: 'GET /people/:personId',
		summary: 'Retrieves a person',
		answer: person,
		versioned: true,
	},
	listIssuedCredentials: {
		...reading,
		at: 'GET /people/:personId/credentials',
		summary: 'Lists the keys and links that a person created and that still work',
		answer: issuedCredentials,
	},
	invitePerson: {
		...changing,
		at: 'POST /people',
		summary: 'Invites a person',
		body: personCreate,
		status: 201,
		answer: invitedPerson,
		repeatable: true,
	},
	updatePerson: {
		...changing,
		at: 'PUT /people/:personId',
		summary: 'Updates the name, role or status of a person',
		description:
			'Revokes the keys and links of a person who is disabled or gets a role other than administrator, except the keys in `keys_to`, which get new owners.',
		body: personUpdate,
		answer: person,
		failures: ['conflict'],
		guarded: true,
		versioned: true,
	},
	createLink: {
		...changing,
		at: 'POST /people/:personId/link',
		summary: 'Creates an invitation or password reset link',
		answer: oneTimeLink,
		repeatable: true,
	},
	endSessions: {
		...changing,
		at: 'DELETE /people/:personId/sessions',
		summary: 'Signs a person out on all devices',
		answer: z.null(),
	},
	removeSecondFactor: {
		...changing,
		at: 'DELETE /people/:personId/second-factor',
		summary: 'Removes the second factor of a person and signs them out',
		answer: z.null(),
		failures: ['conflict'],
	},
	listWaysIn: {
		...reading,
		at: 'GET /people/:personId/ways-in',
		summary: 'Lists the ways in which a person can sign in',
		answer: waysIn,
	},
	endWayIn: {
		...changing,
		at: 'DELETE /people/:personId/ways-in/:way',
		summary: 'Ends a way in which a person can sign in, and signs them out',
		description: 'An account of the identity provider is linked again at the next sign-in there.',
		params: { way: '`password`, `provider`, or the id of a passkey.' },
		answer: waysIn,
	},
	withdrawInvitation: {
		...changing,
		at: 'DELETE /people/:personId',
		summary: 'Withdraws an invitation',
		answer: z.null(),
		failures: ['conflict'],
		guarded: true,
	},
});

/** The calls on the roles that require a second factor. */
export const policyCalls = defineCalls({
	getSecondFactorPolicy: {
		...reading,
		at: 'GET /settings/second-factor',
		summary: 'Retrieves the roles that require a second factor',
		answer: secondFactorPolicy,
	},
	setSecondFactorPolicy: {
		...changing,
		at: 'PUT /settings/second-factor',
		summary: 'Sets the roles that require a second factor',
		body: secondFactorPolicy,
		answer: secondFactorPolicy,
	},
});

const changingKeys = { permission: 'keys:manage', fresh: true } as const;

/** The calls on API keys. */
export const keyCalls = defineCalls({
	listKeys: {
		at: 'GET /keys',
		permission: 'keys:manage',
		summary: 'Lists API keys, newest first',
		answer: z.array(key),
	},
	createKey: {
		...changingKeys,
		at: 'POST /keys',
		summary: 'Creates an API key; its secret is shown only once',
		body: keyCreate,
		status: 201,
		answer: madeKey,
		repeatable: true,
	},
	revokeOwnKeys: {
		...changingKeys,
		at: 'DELETE /account/keys',
		summary: 'Revokes all your API keys',
		answer: z.null(),
	},
	revokeKey: {
		...changingKeys,
		at: 'DELETE /keys/:keyId',
		summary: 'Revokes an API key',
		answer: z.null(),
	},
});
