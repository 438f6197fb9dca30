import type { FastifyRequest } from 'fastify';
import {
	invitedPerson,
	issuedCredentials,
	type OneTimeLink,
	oneTimeLink,
	type Person,
	person,
	personCreate,
	personUpdate,
} from '#shared/contract/people.ts';
import { z } from '#shared/zod.ts';
import { answerOnce, sendAnswer, type WholeAnswer } from '../../api/idempotency.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { type AuditContext, auditContextOf } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import { conflict, stale } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { GUARDED, ifMatch, setVersion } from '../../http/etag.ts';
import type { Identity } from '../../identity/identity.ts';
import { sendLink } from '../../identity/link-emails.ts';
import { changePerson } from './change.ts';
import { forgetSecondFactor, helpIn, makeLinkFor } from './help.ts';
import { issuedCredentialsOf } from './issued-credentials.ts';
import {
	addPerson,
	endSessions,
	getPerson,
	holdAdministrators,
	holdPerson,
	itemOf,
	listPeople,
	tagOfPerson,
} from './store.ts';

type MadeLink = Awaited<ReturnType<typeof makeLinkFor>>;

const tags = ['people'];
const params = z.object({ personId: z.string() });

/** Refuses a change of somebody who is not as the caller knows them. */
const requireSame = (request: FastifyRequest, found: Person) => {
	const tag = tagOfPerson(found);
	const isKnown = ifMatch(request);
	if (isKnown && !isKnown(tag)) throw stale('person', found, tag);
};

/** Inviting people, changing what they may do, helping them back in, and letting them go. */
export const peopleRoutes = (api: Api, identity: Identity) => {
	const { database } = identity;

	/** A link as it is handed over. */
	const handedOver = ({ purpose, token, expires_at }: MadeLink): OneTimeLink => {
		const sent = identity.mail.on;
		return { url: sent ? null : identity.linkUrl(purpose, token), expires_at, sent };
	};

	/** Sends it, where mail is set up. */
	const send = (to: Person, { purpose, token, expires_at }: MadeLink) =>
		sendLink(identity, purpose, to, { url: identity.linkUrl(purpose, token), expires_at });

	api.get('/people', {
		schema: { tags, summary: 'Everybody who may sign in', response: { 200: z.array(person) } },
		handler: () => listPeople(database.read),
	});

	api.get('/people/:personId', {
		schema: { tags, summary: 'One person', params, response: { 200: person } },
		handler: async ({ params: { personId } }, reply) => {
			const found = await getPerson(database.read, personId);
			setVersion(reply, tagOfPerson(found));
			return found;
		},
	});

	api.get('/people/:personId/handed-out', {
		schema: {
			tags,
			summary: 'What somebody has handed out that still lets others in',
			params,
			response: { 200: issuedCredentials },
		},
		handler: async ({ params: { personId } }) => {
			const { id } = await getPerson(database.read, personId);
			return issuedCredentialsOf(database.read, id);
		},
	});

	api.post('/people', {
		schema: {
			tags,
			summary: 'Invite somebody',
			description:
				'With an `Idempotency-Key`, the same request again within a day gets the same link again.',
			body: personCreate,
			response: { 201: invitedPerson },
		},
		handler: async (request, reply) => {
			let fresh: (WholeAnswer & { added: Person; link: MadeLink }) | undefined;
			const invite = async (trx: Trx, by: AuditContext) => {
				const added = await addPerson(trx, request.body);
				const { name, email, role } = added;
				recordAudit(trx, by, {
					action: 'create',
					item: itemOf(added),
					after: { name, email, role },
					details: { invited: true },
				});
				const link = await makeLinkFor(trx, by, added);
				const data = { person: added, link: handedOver(link) };
				fresh = { status: 201, body: { success: true, data }, added, link };
				return fresh;
			};
			const answer = await answerOnce(database, request, invite, request.body, identity.seal);
			if (fresh && answer === fresh) send(fresh.added, fresh.link);
			return sendAnswer(reply, answer);
		},
	});

	api.put('/people/:personId', {
		schema: {
			tags,
			summary: 'Change a name or a role, disable or enable',
			description: `Who is disabled, or gets a role other than administrator, takes along what they have handed out, but for the keys in \`keys_to\`. ${GUARDED}`,
			params,
			body: personUpdate,
			response: { 200: person },
		},
		handler: async (request, reply) => {
			const data = await database.write(async (trx) => {
				await holdAdministrators(trx);
				const before = await holdPerson(trx, request.params.personId);
				requireSame(request, before);
				return changePerson(trx, auditContextOf(request), before, request.body);
			});
			identity.forget();
			setVersion(reply, tagOfPerson(data));
			return data;
		},
	});

	api.post('/people/:personId/link', {
		schema: {
			tags,
			summary: 'A new link: the invitation again, or to choose another password',
			params,
			response: { 200: oneTimeLink },
		},
		handler: async (request) => {
			const made = await database.write(async (trx) => {
				const to = await getPerson(trx, request.params.personId);
				return { to, link: await helpIn(trx, auditContextOf(request), to) };
			});
			send(made.to, made.link);
			return handedOver(made.link);
		},
	});

	api.delete('/people/:personId/sessions', {
		schema: { tags, summary: 'Sign somebody out everywhere', params, response: { 200: z.null() } },
		handler: async (request) => {
			await database.write(async (trx) => {
				const person = await getPerson(trx, request.params.personId);
				await endSessions(trx, person.id);
				recordAudit(trx, auditContextOf(request), {
					action: 'update',
					item: itemOf(person),
					details: { sessions: 'ended' },
				});
			});
			identity.forget();
			return null;
		},
	});

	api.delete('/people/:personId/second-factor', {
		schema: {
			tags,
			summary: 'Forget a lost second factor, and sign them out',
			params,
			response: { 200: z.null() },
		},
		handler: async (request) => {
			await database.write(async (trx) => {
				const person = await getPerson(trx, request.params.personId);
				await forgetSecondFactor(trx, auditContextOf(request), person);
			});
			identity.forget();
			return null;
		},
	});

	api.delete('/people/:personId', {
		schema: {
			tags,
			summary: 'Take an invitation back',
			description: GUARDED,
			params,
			response: { 200: z.null() },
		},
		handler: async (request) => {
			const { personId } = request.params;
			await database.write(async (trx) => {
				const person = await holdPerson(trx, personId);
				requireSame(request, person);
				// The condition, not the look before it, decides: they may be joining just now.
				const gone = await trx
					.deleteFrom('people')
					.where('id', '=', personId)
					.where('joined_at', 'is', null)
					.executeTakeFirst();
				if (gone.numDeletedRows === 0n)
					throw conflict('This person has joined. Disable them instead.');
				const { name, email, role } = person;
				recordAudit(trx, auditContextOf(request), {
					action: 'delete',
					item: itemOf(person),
					before: { name, email, role },
				});
			});
			return null;
		},
	});
};
