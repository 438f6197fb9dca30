import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OneTimeLink, Person } from '#shared/contract/platform/people.ts';
import { peopleCalls, policyCalls } from '#shared/contract/platform/people-calls.ts';
import { type ActingOnCall, answerCalls, Versioned } from '../api/calls.ts';
import { answerOnce, sendAnswer } from '../api/idempotency.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Trx } from '../db/database.ts';
import { conflict, invalid, stale } from '../errors.ts';
import type { Api } from '../http/api.ts';
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

interface Handed {
	to: Person;
	made: Awaited<ReturnType<typeof makeLinkFor>>;
	status: number;
	toBody: (link: OneTimeLink) => unknown;
}

const requireSame = (current: Person, matches: ActingOnCall['matches']) => {
	const tag = computePersonTag(current);
	if (matches && !matches(tag)) throw stale('person', current, tag);
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

	answerCalls(api, { database }, peopleCalls, {
		listPeople: () => listPeople(database.read),
		getPerson: async ({ params: { personId } }) => {
			const found = await getPerson(database.read, personId);
			return new Versioned(found, computePersonTag(found));
		},
		listIssuedCredentials: async ({ params: { personId } }) => {
			const { id } = await getPerson(database.read, personId);
			return listIssuedCredentials(database.read, id);
		},
		invitePerson: (request, reply) =>
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
		updatePerson: {
			write: async ({ trx, context, matches }, { params: { personId }, body }) => {
				await lockAdministrators(trx);
				const before = await lockPerson(trx, personId);
				requireSame(before, matches);
				const data = await changePerson(trx, context, before, body);
				return new Versioned(data, computePersonTag(data));
			},
		},
		createLink: (request, reply) =>
			handOver(request, reply, async (trx, context) => {
				const to = await getPerson(trx, request.params.personId);
				return {
					to,
					made: await createAccessLink(trx, context, to),
					status: 200,
					toBody: (link) => link,
				};
			}),
		endSessions: {
			write: async ({ trx, context }, { params: { personId } }) => {
				const person = await getPerson(trx, personId);
				await endSessions(trx, person.id);
				recordAudit(trx, context, {
					action: 'update',
					item: toAuditItem(person),
					details: { sessions: 'ended' },
				});
			},
		},
		removeSecondFactor: {
			write: async ({ trx, context }, { params }) =>
				resetSecondFactor(trx, context, await getPerson(trx, params.personId)),
		},
		listWaysIn: async ({ params: { personId } }) => {
			const { id } = await getPerson(database.read, personId);
			return readWaysIn(database.read, id, identity.provider?.settings);
		},
		endWayIn: {
			write: async ({ trx, context }, { params: { personId, way } }) => {
				const person = await lockPerson(trx, personId);
				await endWayIn(trx, context, person, way);
				await endSessions(trx, person.id);
				return readWaysIn(trx, person.id, identity.provider?.settings);
			},
		},
		withdrawInvitation: {
			write: async ({ trx, context, matches }, { params: { personId } }) => {
				const person = await lockPerson(trx, personId);
				requireSame(person, matches);
				// The condition decides, not the earlier read: the person may join at this moment.
				const removed = await trx
					.deleteFrom('people')
					.where('id', '=', personId)
					.where('joined_at', 'is', null)
					.executeTakeFirst();
				if (removed.numDeletedRows === 0n)
					throw conflict('This person has already joined. Disable them instead.');
				const { name, email, role } = person;
				recordAudit(trx, context, {
					action: 'delete',
					item: toAuditItem(person),
					before: { name, email, role },
				});
			},
		},
	});
};

/** Adds the calls on the roles that require a second factor. */
export const addPolicyRoutes = (api: Api, { database }: Identity) =>
	answerCalls(api, { database }, policyCalls, {
		getSecondFactorPolicy: async () => ({ roles: await readRequiredRoles(database.read) }),
		setSecondFactorPolicy: {
			write: async ({ trx, context }, { body }) => {
				const roles = [...new Set(body.roles)];
				if (roles.length !== body.roles.length) throw invalid('roles', 'A role is named twice');
				const before = await readRequiredRoles(trx);
				await requireRoles(trx, roles);
				recordAudit(trx, context, {
					action: 'update',
					item: { kind: 'policy', id: null, name: 'Second factor' },
					before: { roles: before.join(', ') },
					after: { roles: roles.join(', ') },
				});
				return { roles };
			},
		},
	});
