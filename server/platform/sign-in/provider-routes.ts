import type { FastifyReply, FastifyRequest } from 'fastify';
import { pages } from '#shared/contract/platform/auth-paths.ts';
import type { SignInProblem } from '#shared/contract/platform/ways-in.ts';
import { z } from '#shared/zod.ts';
import { toAuditContext } from '../audit-context.ts';
import { AppError } from '../errors.ts';
import type { Api } from '../http/api.ts';
import type { Identity } from '../identity/identity.ts';
import { ProviderError } from '../identity/provider.ts';
import { findProviderPerson } from '../people/ways-in.ts';
import { confirmSession } from '../profile/confirm-password.ts';
import { recordAuthEvent } from './auth-routes.ts';

/** Time for the sign-in at the provider. */
const BEGUN_S = 600;
const PLACE = 'provider';

/** What the cookie keeps, encrypted, while the person is on the provider's page. */
const kept = z.object({
	state: z.string(),
	nonce: z.string(),
	verifier: z.string(),
	at: z.number(),
	to: z.string(),
	trusted: z.boolean(),
	inWindow: z.boolean(),
	confirm: z.boolean(),
	/** The session of the browser: our own cookie is not sent when the provider's page leads back. */
	session: z.optional(z.string()),
	person: z.optional(z.string()),
});
type Kept = z.output<typeof kept>;

const yes = z.optional(z.literal('1'));
const start = z.object({ to: z.optional(z.string()), trusted: yes, window: yes, confirm: yes });
const optional = z.optional(z.string());
// Providers add parameters of their own.
const end = z.looseObject({ code: optional, state: optional, iss: optional, error: optional });

const ownPage = (to = '/admin') => (/^\/(admin|api\/docs)([/?#]|$)/.test(to) ? to : '/admin');

/** Adds the two calls that browsers open to sign in with the identity provider. Both lead to a page, also with an error. */
export const addProviderRoutes = (api: Api, identity: Identity) => {
	const { database, provider, seal } = identity;
	const getProvider = () => {
		if (!provider) throw new AppError('not_found', 'No identity provider is set up.');
		return provider;
	};

	type Outcome = 'done' | 'code' | SignInProblem;
	const leave = (
		reply: FastifyReply,
		{ to, inWindow }: Pick<Kept, 'to' | 'inWindow'>,
		as: Outcome,
	) => {
		const own = inWindow ? { window: as } : as === 'code' ? { step: as } : { problem: as };
		const search = new URLSearchParams({ ...own, ...(to !== '/admin' && { to }) });
		return reply.redirect(as === 'done' && !inWindow ? to : `${pages.signIn}?${search}`);
	};

	const readKept = async (request: FastifyRequest) => {
		const text = await seal.open(identity.readProviderCookie(request) ?? '', PLACE);
		const read = kept.safeParse(text && JSON.parse(text));
		return read.success && read.data.at > Date.now() - BEGUN_S * 1_000 ? read.data : undefined;
	};

	const refuse = (request: FastifyRequest, name: string | undefined, problem: SignInProblem) => {
		api.refusals.note(toAuditContext(request), {
			action: 'sign_in_refused',
			item: { kind: 'address', id: null, name: name?.slice(0, 320) ?? null },
			details: { way: 'provider', problem },
		});
		return problem;
	};

	const toProblem = (error: unknown) => {
		// The session ended while the person was at the provider.
		if (error instanceof AppError && error.code === 'unauthenticated') return 'provider_refused';
		if (!(error instanceof ProviderError)) throw error;
		if (error.problem !== 'cancelled') identity.onError(error);
		return error.problem;
	};

	api.get('/auth/provider', {
		// Pages for browsers, which the reference of the API leaves out.
		schema: { hide: true, querystring: start },
		handler: async (request, reply) => {
			const { to, trusted, window, confirm } = request.query;
			const session = request.caller?.session;
			const back = { to: ownPage(to), inWindow: window === '1' };
			if (confirm && !session) throw new AppError('unauthenticated');
			try {
				const { url, begun } = await getProvider().begin(confirm === '1');
				const keep: Kept = {
					...begun,
					...back,
					trusted: trusted === '1',
					confirm: confirm === '1',
					...(session && { session: session.id, person: request.actor.id }),
				};
				const cookie = await seal.close(JSON.stringify(keep), PLACE);
				identity.sendProviderCookie(reply, cookie, BEGUN_S);
				return reply.redirect(url);
			} catch (error) {
				return leave(reply, back, toProblem(error));
			}
		},
	});

	/** Ends a sign-in at the provider: with a session, with the question for a code, or with a problem. */
	const finish = async (
		request: FastifyRequest,
		reply: FastifyReply,
		query: z.output<typeof end>,
		begun: Kept,
	): Promise<Outcome> => {
		const { settings, finish: readAccount } = getProvider();
		const account = await readAccount(query, begun);
		const found = await database.write((trx) =>
			findProviderPerson(trx, toAuditContext(request), settings.issuer, account),
		);
		if (typeof found === 'string') return refuse(request, account.email, found);
		if (begun.confirm) {
			if (found.id !== begun.person || begun.session === undefined)
				return refuse(request, account.email, 'other_person');
			if (!account.isFresh) return refuse(request, account.email, 'not_confirmed');
			await confirmSession(identity, reply, begun.session);
			return 'done';
		}
		const answer = await identity.signInPerson(request, {
			personId: found.id,
			trusted: begun.trusted,
			bothFactors: settings.trusted,
		});
		if (!answer.ok) return refuse(request, account.email, 'disabled');
		identity.passCookies(reply, answer);
		if ('twoFactorRedirect' in ((await answer.json()) as object)) return 'code';
		const details = { way: 'provider' };
		await recordAuthEvent(database, request, 'sign_in', found, details, begun.session);
		return 'done';
	};

	api.get('/auth/provider/callback', {
		schema: { hide: true, querystring: end },
		handler: async (request, reply) => {
			getProvider();
			const begun = await readKept(request);
			identity.sendProviderCookie(reply, '', 0);
			if (!begun) {
				const back = { to: '/admin', inWindow: false };
				return leave(reply, back, refuse(request, undefined, 'provider_refused'));
			}
			const outcome = await finish(request, reply, request.query, begun).catch((error) =>
				refuse(request, undefined, toProblem(error)),
			);
			return leave(reply, begun, outcome);
		},
	});
};
