import type { FastifyReply, FastifyRequest } from 'fastify';
import { passkeyCalls } from '#shared/contract/platform/sign-in-calls.ts';
import type { passkeyOptions } from '#shared/contract/platform/ways-in.ts';
import type { z } from '#shared/zod.ts';
import { answerCalls } from '../api/calls.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { toAuditContext } from '../audit-context.ts';
import { AppError, conflict, notFound } from '../errors.ts';
import type { Api } from '../http/api.ts';
import type { Limits } from '../http/limits.ts';
import type { Identity } from '../identity/identity.ts';
import { sendNotice } from '../identity/mail.ts';
import { TRUSTED_MS } from '../identity/sessions.ts';
import { tryPasskey } from '../identity/sign-in-tries.ts';
import { PASSKEY_SIGN_IN } from '../identity/ways-in.ts';
import { getPerson, lockPerson, toAuditItem } from '../people/store.ts';
import { deletePasskey, hasOtherWay, listPasskeys } from '../people/ways-in.ts';
import { recordAuthEvent } from '../sign-in/auth-routes.ts';
import { confirmSession, requireSession } from './confirm-password.ts';

const PASSKEYS_MAX = 10;

/** Adds the calls on passkeys: the person's own, signing in, and confirming. better-auth's plugin checks each. */
export const addPasskeyRoutes = (api: Api, identity: Identity, limits: Limits) => {
	const { database } = identity;

	/** Passes on the options of better-auth, with its cookie for the challenge. Each passkey must verify its user. */
	const sendOptions = async (request: FastifyRequest, reply: FastifyReply, kind: string) => {
		const answer = await identity.ask(request, `/passkey/generate-${kind}-options`);
		if (!answer.ok) throw new AppError('unauthenticated');
		identity.passCookies(reply, answer);
		return (await answer.json()) as z.output<typeof passkeyOptions>;
	};

	/** Checks a passkey, of this person if one is named. Resolves to the session that better-auth made for it. */
	const checkPasskey = async (
		request: FastifyRequest,
		response: { id: string },
		isExpected: (owner: { id: string; email: string }) => boolean,
	) => {
		const tried = await tryPasskey(limits, request);
		const owner = await database.read
			.selectFrom('passkeys')
			.innerJoin('people', 'people.id', 'passkeys.person_id')
			.select(['people.id', 'people.email', 'passkeys.id as passkey_id'])
			.where('credential_id', '=', response.id)
			.executeTakeFirst();
		const answer =
			owner && isExpected(owner)
				? await identity.ask(request, PASSKEY_SIGN_IN, { response })
				: undefined;
		if (!owner || !answer?.ok) {
			api.refusals.note(toAuditContext(request), {
				action: 'sign_in_refused',
				item: { kind: 'address', id: null, name: owner?.email ?? null },
				details: { way: 'passkey' },
			});
			if (answer?.status === 403)
				throw new AppError('forbidden', ((await answer.json()) as { message: string }).message);
			throw new AppError('passkey_refused');
		}
		await tried.giveBack();
		const { session } = (await answer.json()) as { session: { id: string; token: string } };
		return { session, personId: owner.id, passkeyId: owner.passkey_id };
	};

	answerCalls(api, { database }, passkeyCalls, {
		getPasskeySignInOptions: async (request, reply) => {
			const { allowCredentials, ...options } = await sendOptions(request, reply, 'authenticate');
			const isOwn = request.caller?.session !== undefined;
			return { ...options, userVerification: 'required', ...(isOwn && { allowCredentials }) };
		},
		signInWithPasskey: async (request, reply) => {
			const { response, email, trusted = false } = request.body;
			const { session, personId, passkeyId } = await checkPasskey(
				request,
				response,
				(owner) => email === undefined || owner.email === email,
			);
			const now = Date.now();
			await database.write(async (trx) => {
				await trx
					.updateTable('passkeys')
					.set({ last_used_at: new Date(now).toISOString() })
					.where('id', '=', passkeyId)
					.execute();
				if (trusted)
					await trx
						.updateTable('sessions')
						.set({ trusted_device: true, expires_at: new Date(now + TRUSTED_MS).toISOString() })
						.where('id', '=', session.id)
						.execute();
			});
			const person = await getPerson(database.read, personId);
			await recordAuthEvent(database, request, 'sign_in', person, { way: 'passkey' });
			identity.sendToken(reply, { token: session.token, trusted });
		},
		confirmWithPasskey: async (request, reply) => {
			const { session, passkeyId } = await checkPasskey(
				request,
				request.body.response,
				({ id }) => id === request.actor.id,
			);
			await database.write(async (trx) => {
				// The session of this browser goes on instead of the new one.
				await trx.deleteFrom('sessions').where('id', '=', session.id).execute();
				await trx
					.updateTable('passkeys')
					.set({ last_used_at: new Date().toISOString() })
					.where('id', '=', passkeyId)
					.execute();
			});
			await confirmSession(identity, reply, requireSession(request).id);
		},
		listPasskeys: ({ actor }) => listPasskeys(database.read, actor.id),
		getPasskeyOptions: (request, reply) => sendOptions(request, reply, 'register'),
		addPasskey: async (request) => {
			const { name, response } = request.body;
			const { actor } = request;
			if ((await listPasskeys(database.read, actor.id)).length >= PASSKEYS_MAX)
				throw conflict(`You have ${PASSKEYS_MAX} passkeys already. Remove one first.`);
			const body = { name, response };
			const answer = await identity.ask(request, '/passkey/verify-registration', body);
			if (!answer.ok) throw new AppError('passkey_refused');
			const person = await getPerson(database.read, actor.id);
			await database.write(async (trx) => {
				// The new passkey has just verified its user.
				await trx
					.updateTable('sessions')
					.set({ both_factors: true })
					.where('id', '=', requireSession(request).id)
					.execute();
				const details = { passkey: 'added', name };
				recordAudit(trx, toAuditContext(request), {
					action: 'update',
					item: toAuditItem(person),
					details,
				});
			});
			sendNotice(identity, person, `The passkey “${name}” was added to your account.`);
			return listPasskeys(database.read, actor.id);
		},
		renamePasskey: async ({ params: { passkeyId }, body: { name }, actor }) => {
			const { numUpdatedRows } = await database.write((trx) =>
				trx
					.updateTable('passkeys')
					.set({ name })
					.where('person_id', '=', actor.id)
					.where('id', '=', passkeyId)
					.executeTakeFirst(),
			);
			if (numUpdatedRows === 0n) throw notFound('Passkey');
			return listPasskeys(database.read, actor.id);
		},
		removePasskey: async (request) => {
			const { passkeyId } = request.params;
			const person = await database.write(async (trx) => {
				const own = await lockPerson(trx, request.actor.id);
				await deletePasskey(trx, toAuditContext(request), own, passkeyId);
				if (!(await hasOtherWay(trx, own.id, passkeyId, identity.provider?.settings)))
					throw conflict('This passkey is your only way to sign in. Add another one first.');
				return own;
			});
			sendNotice(identity, person, 'A passkey was removed from your account.');
		},
	});
};
