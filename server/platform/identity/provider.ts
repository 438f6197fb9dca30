import {
	authorizationCodeRequest,
	createAuthorizationURL,
	validateToken,
} from '@better-auth/core/oauth2';
import type { SignInProblem } from '#shared/contract/platform/ways-in.ts';
import { z } from '#shared/zod.ts';
import type { OidcSettings } from '../settings/identity.ts';
import { createToken } from './tokens.ts';

const TIMEOUT_MS = 10_000;
const METADATA_MS = 10 * 60_000;
/** Allowed difference between the provider's clock and ours. */
const SKEW_S = 30;

/** A failed sign-in with the identity provider: the code of the page's sentence, and the cause for the log. */
export class ProviderError extends Error {
	readonly problem: SignInProblem;

	constructor(problem: SignInProblem, cause?: unknown) {
		super(`The identity provider: ${problem}`, { cause });
		this.problem = problem;
	}
}

const fetchJson = async (url: string, init: RequestInit = {}): Promise<unknown> => {
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	const answer = await fetch(url, { ...init, redirect: 'error', signal }).catch((error) => {
		throw new ProviderError('provider_down', error);
	});
	if (answer.ok) return answer.json();
	const problem = answer.status >= 500 ? 'provider_down' : 'provider_refused';
	throw new ProviderError(problem, new Error(`${url} answered ${answer.status}.`));
};

/** The parts of a provider's description that a sign-in needs (OpenID Connect Discovery 1.0). */
const metadata = z.object({
	issuer: z.string(),
	authorization_endpoint: z.url(),
	token_endpoint: z.url(),
	jwks_uri: z.url(),
	userinfo_endpoint: z.optional(z.url()),
	id_token_signing_alg_values_supported: z.optional(z.array(z.string())),
	token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
});

const claims = z.object({
	sub: z.string(),
	nonce: z.optional(z.string()),
	aud: z.union([z.string(), z.array(z.string())]),
	azp: z.optional(z.string()),
	auth_time: z.optional(z.number()),
	email: z.optional(z.string()),
	email_verified: z.optional(z.unknown()),
	xms_edov: z.optional(z.unknown()),
});
const profile = z.pick(claims, { sub: true, email: true, email_verified: true });

const tokens = z.object({ id_token: z.string(), access_token: z.optional(z.string()) });

/** What must be remembered until the provider's page leads back. */
export interface Begun {
	state: string;
	nonce: string;
	verifier: string;
	at: number;
}

/** Reads the description of an identity provider. Fails if it is another one's. */
export const readProvider = async (issuer: string) => {
	const base = issuer.replace(/\/$/, '');
	const found = metadata.safeParse(await fetchJson(`${base}/.well-known/openid-configuration`));
	if (!found.success) throw new ProviderError('provider_down', found.error);
	if (found.data.issuer !== issuer)
		throw new ProviderError(
			'provider_refused',
			new Error(`OIDC_ISSUER is ${issuer}, and the provider calls itself ${found.data.issuer}.`),
		);
	return found.data;
};

/** The parameters with which the provider's page leads back (RFC 6749, RFC 9207). */
interface ProviderAnswer {
	code?: string | undefined;
	state?: string | undefined;
	iss?: string | undefined;
	error?: string | undefined;
}

const readCode = ({ code, state, iss, error }: ProviderAnswer, begun: Begun, issuer: string) => {
	if (state !== begun.state) throw new ProviderError('provider_refused');
	if (iss !== undefined && iss !== issuer)
		throw new ProviderError('provider_refused', new Error(`The answer is of ${iss}.`));
	if (error === 'access_denied') throw new ProviderError('cancelled');
	if (error !== undefined || code === undefined)
		throw new ProviderError('provider_refused', new Error(`The answer is ${error}.`));
	return code;
};

/** Opens the identity provider: the authorization code flow with PKCE, state and nonce (decision 0151). */
export const openProvider = (settings: OidcSettings, publicUrl: () => string) => {
	const { issuer, clientId, clientSecret } = settings;
	const redirectUri = () => `${publicUrl()}/api/auth/provider/callback`;
	let known: { at: number; data: z.output<typeof metadata> } | undefined;
	/** Reads the description, anew for each sign-in: a provider that is down is a sentence here, not a page that fails. */
	const discover = async (again = false) => {
		if (again || !known || Date.now() - known.at > METADATA_MS)
			known = { at: Date.now(), data: await readProvider(issuer) };
		return known.data;
	};

	const exchange = async (code: string, verifier: string) => {
		const { token_endpoint, token_endpoint_auth_methods_supported: methods } = await discover();
		const request = await authorizationCodeRequest({
			code,
			codeVerifier: verifier,
			redirectURI: redirectUri(),
			options: { clientId, clientSecret },
			authentication: !methods || methods.includes('client_secret_basic') ? 'basic' : 'post',
		});
		return tokens.parse(await fetchJson(token_endpoint, { method: 'POST', ...request }));
	};

	const readClaims = async (idToken: string, nonce: string) => {
		const { jwks_uri, id_token_signing_alg_values_supported: listed = ['RS256'] } =
			await discover();
		const { payload } = await validateToken(idToken, jwks_uri, {
			issuer,
			audience: clientId,
			// Never a signature with the client's secret, and never none.
			algorithms: listed.filter((name) => /^(RS|PS|ES)\d|^EdDSA$/.test(name)),
			requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
			clockTolerance: SKEW_S,
		});
		const read = claims.parse(payload);
		if (read.nonce !== nonce) throw new Error('The nonce is another.');
		const isForUs = read.azp === undefined ? typeof read.aud === 'string' : read.azp === clientId;
		if (!isForUs) throw new Error('The token was issued to another client.');
		return read;
	};

	const readProfile = async (subject: string, accessToken: string | undefined) => {
		const { userinfo_endpoint } = await discover();
		if (!userinfo_endpoint || !accessToken) return {};
		const headers = { authorization: `Bearer ${accessToken}` };
		const found = profile.parse(await fetchJson(userinfo_endpoint, { headers }));
		if (found.sub !== subject) throw new Error('The profile is that of another account.');
		return found;
	};

	const readAccount = async (code: string, { verifier, nonce, at }: Begun) => {
		const { id_token, access_token } = await exchange(code, verifier);
		const token = await readClaims(id_token, nonce);
		const more = token.email === undefined ? await readProfile(token.sub, access_token) : {};
		const { email, email_verified, xms_edov } = { ...token, ...more };
		return {
			subject: token.sub,
			email,
			// Microsoft Entra states in `xms_edov` that it verified the owner of the e-mail's domain.
			verified: /^(true|1)$/.test(String(email_verified ?? xms_edov)),
			/** Whether the person has signed in at the provider after `begin`. */
			isFresh: (token.auth_time ?? 0) * 1_000 >= at - SKEW_S * 1_000,
		};
	};

	return {
		settings,
		/** Returns the address of the provider's page and what `finish` needs. `again` asks for the password again. */
		begin: async (again: boolean): Promise<{ url: string; begun: Begun }> => {
			const { authorization_endpoint } = await discover(true);
			const begun = {
				state: createToken(),
				nonce: createToken(),
				verifier: createToken(),
				at: Date.now(),
			};
			const url = await createAuthorizationURL({
				id: 'oidc',
				options: { clientId },
				authorizationEndpoint: authorization_endpoint,
				redirectURI: redirectUri(),
				scopes: ['openid', 'email'],
				state: begun.state,
				nonce: begun.nonce,
				codeVerifier: begun.verifier,
				...(again && { prompt: 'login', additionalParams: { max_age: '0' } }),
			});
			return { url: url.href, begun };
		},
		/** Returns the account that the provider signed in. Throws a `ProviderError` for an answer that is not to our request. */
		finish: async (query: ProviderAnswer, begun: Begun) => {
			const code = readCode(query, begun, issuer);
			try {
				return await readAccount(code, begun);
			} catch (error) {
				throw error instanceof ProviderError ? error : new ProviderError('provider_refused', error);
			}
		},
	};
};
