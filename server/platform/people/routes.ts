import type { FastifyReply, FastifyRequest } from 'fastify';
import {
	invitedPerson,
	issuedCredentials,
	type OneTimeLink,
	oneTimeLink,
	type Person,
	person,
	personCreate,
	personUpdate,
	secondFactorPolicy,
} from '#shared/contract/platform/people.ts';
import { waysIn } from '#shared/contract/platform/ways-in.ts';
import { describeAs, z } from '#shared/zod.ts';
import { answerOnce, REPEATABLE, sendAnswer } from '../api/idempotency.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { type AuditContext, toAuditContext } from '../audit-context.ts';
import type { Trx } from '../db/database.ts';
import { conflict, invalid, stale } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { GUARDED, readIfMatch, setVersion } from '../http/etag.ts';
import type { Identity } from '../identity/identity.ts';
import { sendLink } from '../identity/mail.ts';
import { readRequiredRoles, requireRoles } from '../identity/sessions.ts';
import {
	changePerson,
	createAccessLink,
	listIssuedCredentials,
	makeLinkFor,
	resetSecondFactor,
} from './issued-credentials.ts';
import {
	addPerson,
	computePersonTag,
	endSessions,
	getPerson,
	listPeople,
	lockAdministrators,
	lockPerson,
	toAuditItem,
} from './store.ts';
import { endWayIn, readWaysIn } from './ways-in.ts';

const wayParams = z.object({
	personId: z.string(),
	way: describeAs(z.string(), '`password`, `provider`, or the id of a passkey.'),
});

interface Handed {
	to: Person;
	made: Awaited<ReturnType<typeof makeLinkFor>>;
	status: number;
	toBody: (link: OneTimeLink) => unknown;
}

const params = z.object({ personId: z.string() });

const requireSame = (request: FastifyRequest, current: Person) => {
	const tag = computePersonTag(current);
	const isKnown = readIfMatch(request);
	if (isKnown && !isKnown(tag)) throw stale('person', current, tag);
};

/** Adds the calls that invite, change, help and remove people. */
export const addPeopleRoutes = (api: Api, identity: Identity) => {
	const { database } = identity;

	const handOver = async (
		request: FastifyRequest,
		reply: FastifyReply,
		make: (trx: Trx, context: AuditContext) => Promise<Handed>,
	) => {
		const sent = identity.mail.on;
		let send = () => {};
		const answer = await answerOnce(
			database,
			request,
			async (trx, context) => {
				const { to, made, status, toBody } = await make(trx, context);
				const { purpose, token, expires_at } = made;
				const url = identity.linkUrl(purpose, token);
				send = () => sendLink(identity, purpose, to, { url, expires_at });
				const data = toBody({ url: sent ? null : url, expires_at, sent });
				return { status, body: { success: true, data } };
			},
			request.body,
			identity.seal,
		);
		send();
		return sendAnswer(reply, answer);
	};

	api.get('/people', {
		schema: {
			operationId: 'listPeople',
			summary: 'Lists the people who can sign in',
			response: { 200: z.array(person) },
		},
		handler: () => listPeople(database.read),
	});

	api.get('/people/:personId', {
		schema: {
			operationId: 'getPerson',
			summary: 'Retrieves a person',
			params,
			response: { 200: person },
		},
		handler: async ({ params: { personId } }, reply) => {
			const found = await getPerson(database.read, personId);
			setVersion(reply, computePersonTag(found));
			return found;
		},
	});

	api.get('/people/:personId/credentials', {
		schema: {
			operationId: 'listIssuedCredentials',
			summary: 'Lists the keys and links that a person created and that still work',
			params,
			response: { 200: issuedCredentials },
		},
		handler: async ({ params: { personId } }) => {
			const { id } = await getPerson(database.read, personId);
			return listIssuedCredentials(database.read, id);
		},
	});

	api.post('/people', {
		schema: {
			operationId: 'invitePerson',
			summary: 'Invites a person',
			description: REPEATABLE,
			body: personCreate,
			response: { 201: invitedPerson },
		},
		handler: (request, reply) =>
			handOver(request, reply, async (trx, context) => {
				const to = await addPerson(trx, request.body);
				const { name, email, role } = to;
				recordAudit(trx, context, {
					action: 'create',
					item: toAuditItem(to),
					after: { name, email, role },
					details: { invited: true },
				});
				const made = await makeLinkFor(trx, context, to);
				return { to, made, status: 201, toBody: (link) => ({ person: to, link }) };
			}),
	});

	api.put('/people/:personId', {
		schema: {
			operationId: 'updatePerson',
			summary: 'Updates the name, role or status of a person',
			description: `Revokes the keys and links of a person who is disabled or gets a role other than administrator, except the keys in \`keys_to\`, which get new owners. ${GUARDED}`,
			params,
			body: personUpdate,
			response: { 200: person },
		},
		handler: async (request, reply) => {
			const data = await database.write(async (trx) => {
				await lockAdministrators(trx);
				const before = await lockPerson(trx, request.params.personId);
				requireSame(request, before);
				return changePerson(trx, toAuditContext(request), before, request.body);
			});
			setVersion(reply, computePersonTag(data));
			return data;
		},
	});

	api.post('/people/:personId/link', {
		schema: {
			operationId: 'createLink',
			summary: 'Creates an invitation or password reset link',
			description: REPEATABLE,
			params,
			response: { 200: oneTimeLink },
		},
		handler: (request, reply) =>
			handOver(request, reply, async (trx, context) => {
				const to = await getPerson(trx, request.params.personId);
				return {
					to,
					made: await createAccessLink(trx, context, to),
					status: 200,
					toBody: (link) => link,
				};
			}),
	});

	api.delete('/people/:personId/sessions', {
		schema: {
			operationId: 'endSessions',
			summary: 'Signs a person out on all devices',
			params,
			response: { 200: z.null() },
		},
		handler: async (request) => {
			await database.write(async (trx) => {
				const person = await getPerson(trx, request.params.personId);
				await endSessions(trx, person.id);
				recordAudit(trx, toAuditContext(request), {
					action: 'update',
					item: toAuditItem(person),
					details: { sessions: 'ended' },
				});
			});
			return null;
		},
	});

	api.delete('/people/:personId/second-factor', {
		schema: {
			operationId: 'removeSecondFactor',
			summary: 'Removes the second factor of a person and signs them out',
			params,
			response: { 200: z.null() },
		},
		handler: async (request) => {
			await database.write(async (trx) => {
				const person = await getPerson(trx, request.params.personId);
				await resetSecondFactor(trx, toAuditContext(request), person);
			});
			return null;
		},
	});

	api.get('/people/:personId/ways-in', {
		schema: {
			operationId: 'listWaysIn',
			summary: 'Lists the ways in which a person can sign in',
			params,
			response: { 200: waysIn },
		},
		handler: async ({ params: { personId } }) => {
			const { id } = await getPerson(database.read, personId);
			return readWaysIn(database.read, id, identity.provider?.settings);
		},
	});

	api.delete('/people/:personId/ways-in/:way', {
		schema: {
			operationId: 'endWayIn',
			summary: 'Ends a way in which a person can sign in, and signs them out',
			description: 'An account of the identity provider is linked again at the next sign-in there.',
			params: wayParams,
			response: { 200: waysIn },
		},
		handler: async (request) => {
			const { personId, way } = request.params;
			return database.write(async (trx) => {
				const person = await lockPerson(trx, personId);
				await endWayIn(trx, toAuditContext(request), person, way);
				await endSessions(trx, person.id);
				return readWaysIn(trx, person.id, identity.provider?.settings);
			});
		},
	});

	api.delete('/people/:personId', {
		schema: {
			operationId: 'withdrawInvitation',
			summary: 'Withdraws an invitation',
			description: GUARDED,
			params,
			response: { 200: z.null() },
		},
		handler: async (request) => {
			const { personId } = request.params;
			await database.write(async (trx) => {
				const person = await lockPerson(trx, personId);
				requireSame(request, person);
				// The condition decides, not the earlier read: the person may join at this moment.
				const removed = await trx
					.deleteFrom('people')
					.where('id', '=', personId)
					.where('joined_at', 'is', null)
					.executeTakeFirst();
				if (removed.numDeletedRows === 0n)
					throw conflict('This person has already joined. Disable them instead.');
				const { name, email, role } = person;
				recordAudit(trx, toAuditContext(request), {
					action: 'delete',
					item: toAuditItem(person),
					before: { name, email, role },
				});
			});
			return null;
		},
	});
};

const response = { 200: secondFactorPolicy };

/** Adds the calls on the roles that require a second factor. */
export const addPolicyRoutes = (api: Api, identity: Identity) => {
	const { database } = identity;

	api.get('/settings/second-factor', {
		schema: {
			operationId: 'getSecondFactorPolicy',
			summary: 'Retrieves the roles that require a second factor',
			response,
		},
		handler: async () => ({ roles: await readRequiredRoles(database.read) }),
	});

	api.put('/settings/second-factor', {
		schema: {
			operationId: 'setSecondFactorPolicy',
			summary: 'Sets the roles that require a second factor',
			body: secondFactorPolicy,
			response,
		},
		handler: async (request) => {
			const roles = [...new Set(request.body.roles)];
			if (roles.length !== request.body.roles.length)
				throw invalid('roles', 'A role is named twice');
			await database.write(async (trx) => {
				const before = await readRequiredRoles(trx);
				await requireRoles(trx, roles);
				recordAudit(trx, toAuditContext(request), {
					action: 'update',
					item: { kind: 'policy', id: null, name: 'Second factor' },
					before: { roles: before.join(', ') },
					after: { roles: roles.join(', ') },
				});
			});
			return { roles };
		},
	});
};
