import { randomUUIDv7 } from 'node:crypto';
import { apiKey } from '@better-auth/api-key';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { CamelCasePlugin } from 'kysely';
import type { Database } from '../db/database.ts';
import {
	createRecoveryCodes,
	hashedCodes,
	hashPresentedCode,
	shapeSession,
	spendCode,
} from './auth-hooks.ts';
import { KEY_PREFIX } from './keys.ts';
import { hashPassword, verifyPassword } from './password-rules.ts';
import { TRUSTED_MS } from './sessions.ts';
import { createToken, withHashedTokens } from './tokens.ts';
import { openPasskeys, PERSON_SIGN_IN, personSignIn } from './ways-in.ts';

export interface AuthOptions {
	database: Database;
	secret: string;
	productName: string;
	publicUrls: readonly [string, ...string[]];
	listSites: () => string[];
	onError: (message: string) => void;
}

/** The header that passes the caller's address to better-auth. */
export const ADDRESS_HEADER = 'x-real-client-ip';

/** Returns the names of our cookies; over https they start with `__Host-`. */
export const buildCookieNames = (secure: boolean) => {
	const prefix = secure ? '__Host-' : '';
	return {
		session_token: `${prefix}session`,
		session_data: `${prefix}session-data`,
		dont_remember: `${prefix}not-remembered`,
		two_factor: `${prefix}second-factor`,
		trust_device: `${prefix}trusted-device`,
		'better-auth-passkey': `${prefix}passkey`,
	};
};

/** Configures the second factor, which is also asked after the identity provider has identified a person. */
const openSecondFactor = (issuer: string) => {
	const plugin = twoFactor({
		issuer,
		twoFactorCookieMaxAge: 300,
		allowPasswordless: true,
		// `tryCode` counts tries: better-auth's lockout would lock out the owner.
		accountLockout: { enabled: false },
		backupCodeOptions: {
			customBackupCodesGenerate: createRecoveryCodes,
			storeBackupCodes: hashedCodes,
		},
		schema: {
			twoFactor: { modelName: 'second_factors', fields: { userId: 'personId' } },
		},
	});
	for (const hook of plugin.hooks.after)
		hook.matcher = ({ path, body }) =>
			path === '/sign-in/email' || (path === PERSON_SIGN_IN && !body?.bothFactors);
	return plugin;
};

/** Configures better-auth: sign-in, second factor, and API keys. */
export const openAuth = (options: AuthOptions) => {
	const { database, secret, productName, publicUrls, listSites, onError } = options;
	const secure = publicUrls[0].startsWith('https:');
	const attributes = { httpOnly: true, secure, sameSite: 'strict', path: '/' } as const;
	const names = buildCookieNames(secure);
	// better-auth names the column `createdAt`, the database `created_at`.
	const named = database.single.withPlugin(new CamelCasePlugin());
	const adapter = kyselyAdapter(named, { type: database.engine, transaction: false });

	return betterAuth({
		appName: productName,
		baseURL: publicUrls[0],
		basePath: '/api/auth',
		secret,
		trustedOrigins: () => [...publicUrls, ...listSites()],
		telemetry: { enabled: false },
		// Throws unexpected errors to our error handler, where a lost database is a 503.
		onAPIError: { throw: true },
		logger: {
			level: 'error',
			log: (_level, message) => onError(message),
		},
		database: ((options: BetterAuthOptions) => withHashedTokens(adapter(options))) as never,
		advanced: {
			// Its own prefix would be `__Secure-`, which is weaker than ours.
			useSecureCookies: false,
			cookies: Object.fromEntries(
				Object.entries(names).map(([key, name]) => [key, { name, attributes }]),
			),
			defaultCookieAttributes: attributes,
			ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
			database: { generateId: () => randomUUIDv7(), validateSchema: false },
		},
		// Our limits count in the database, and for all requests.
		rateLimit: { enabled: false },
		emailAndPassword: {
			enabled: true,
			disableSignUp: true,
			password: {
				hash: hashPassword,
				verify: ({ hash, password }) => verifyPassword(hash, password),
			},
		},
		user: {
			modelName: 'people',
			additionalFields: { role: { type: 'string', input: false } },
		},
		account: {
			modelName: 'credentials',
			fields: { userId: 'personId' },
		},
		session: {
			modelName: 'sessions',
			fields: { userId: 'personId', token: 'tokenHash' },
			additionalFields: {
				trusted: { type: 'boolean', input: false, fieldName: 'trustedDevice' },
				lastSeenAt: { type: 'date', input: false },
				confirmedAt: { type: 'date', input: false },
				bothFactors: { type: 'boolean', input: false },
			},
			expiresIn: TRUSTED_MS / 1_000,
			// `touchSession` records the use of a session, since better-auth does not see every request.
			disableSessionRefresh: true,
			// `fresh` in `server/access.ts` decides which calls need a recent confirmation.
			freshAge: 0,
		},
		verification: {
			modelName: 'verifications',
			storeIdentifier: 'hashed',
		},
		hooks: { before: hashPresentedCode },
		databaseHooks: {
			session: {
				create: {
					before: async (session, context) => {
						if (context?.path === '/two-factor/verify-totp')
							await spendCode(database, session.userId, String(context.body?.code));
						return shapeSession(database, session, context?.path);
					},
				},
			},
		},
		plugins: [
			openSecondFactor(productName),
			openPasskeys(productName, publicUrls),
			personSignIn(),
			apiKey({
				defaultPrefix: KEY_PREFIX,
				customKeyGenerator: ({ prefix }) => `${prefix ?? ''}${createToken()}`,
				startingCharactersConfig: { shouldStore: true, charactersLength: KEY_PREFIX.length + 4 },
				enableMetadata: true,
				maximumNameLength: 400,
				keyExpiration: { maxExpiresIn: 2_000 },
				rateLimit: { enabled: false },
				schema: { apikey: { modelName: 'api_keys' } },
			}),
		],
	});
};
