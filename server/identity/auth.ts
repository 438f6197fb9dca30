import { randomUUIDv7 } from 'node:crypto';
import { apiKey } from '@better-auth/api-key';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Database } from '../db/database.ts';
import { rehash, shapeSession, spendCode } from './auth-hooks.ts';
import { hashedTokens } from './hashed-tokens.ts';
import { KEY_PREFIX } from './keys.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';
import { hashedCodes, newRecoveryCodes, presented } from './recovery-codes.ts';
import { sameWork } from './same-work.ts';
import { TRUSTED_MS } from './sessions.ts';
import { newToken } from './tokens.ts';

/** What better-auth is set up from. */
export interface AuthOptions {
	database: Database;
	secret: string;
	productName: string;
	/** The site's addresses; the first decides over cookies. */
	publicUrls: readonly [string, ...string[]];
	onError: (message: string) => void;
}

/** Where the address of the caller stands for better-auth, which we write ourselves. */
export const ADDRESS_HEADER = 'x-real-client-ip';

/**
 * The names of our cookies. Where people come by https they begin with `__Host-`, which a browser
 * takes from this very host only.
 */
export const cookieNames = (secure: boolean) => {
	const prefix = secure ? '__Host-' : '';
	return {
		session_token: `${prefix}session`,
		session_data: `${prefix}session-data`,
		dont_remember: `${prefix}not-remembered`,
		two_factor: `${prefix}second-factor`,
		trust_device: `${prefix}trusted-device`,
	};
};

const columns = {
	person: 'person_id',
	created: { createdAt: 'created_at', updatedAt: 'updated_at' },
} as const;

/** better-auth as we use it: sign-in, second factor, and the making of keys. */
export const openAuth = ({ database, secret, productName, publicUrls, onError }: AuthOptions) => {
	const secure = publicUrls[0].startsWith('https:');
	const attributes = { httpOnly: true, secure, sameSite: 'strict', path: '/' } as const;
	const names = cookieNames(secure);
	const adapter = kyselyAdapter(database.single, { type: database.engine, transaction: false });

	return betterAuth({
		appName: productName,
		baseURL: publicUrls[0],
		basePath: '/api/auth',
		secret,
		trustedOrigins: [...publicUrls],
		telemetry: { enabled: false },
		// What it did not expect is told as everybody's failures are: a lost database is 503.
		onAPIError: { throw: true },
		logger: {
			level: 'error',
			log: (_level, message) => onError(message),
		},
		database: ((options: BetterAuthOptions) => sameWork(hashedTokens(adapter(options)))) as never,
		advanced: {
			// Its own prefix would be `__Secure-`, which says less than ours.
			useSecureCookies: false,
			cookies: Object.fromEntries(
				Object.entries(names).map(([key, name]) => [key, { name, attributes }]),
			),
			defaultCookieAttributes: attributes,
			ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
			database: { generateId: () => randomUUIDv7(), validateSchema: false },
		},
		// Ours are counted in the database, and by everything that comes in.
		rateLimit: { enabled: false },
		emailAndPassword: {
			enabled: true,
			disableSignUp: true,
			password: {
				hash: hashPassword,
				verify: async ({ hash, password }) => {
					const good = await verifyPassword(hash, password);
					if (good && isOutdated(hash)) await rehash(database, hash, password);
					return good;
				},
			},
		},
		user: {
			modelName: 'people',
			fields: { emailVerified: 'email_verified', ...columns.created },
			additionalFields: { role: { type: 'string', input: false } },
		},
		account: {
			modelName: 'credentials',
			fields: {
				userId: columns.person,
				accountId: 'account_id',
				providerId: 'provider_id',
				...columns.created,
			},
		},
		session: {
			modelName: 'sessions',
			fields: {
				userId: columns.person,
				token: 'token_hash',
				expiresAt: 'expires_at',
				ipAddress: 'ip_address',
				userAgent: 'user_agent',
				...columns.created,
			},
			additionalFields: {
				trusted: { type: 'boolean', input: false, fieldName: 'trusted_device' },
				lastSeenAt: { type: 'date', input: false, fieldName: 'last_seen_at' },
				confirmedAt: { type: 'date', input: false, fieldName: 'confirmed_at' },
			},
			expiresIn: TRUSTED_MS / 1_000,
			// We note its use ourselves; better-auth is not asked for every request.
			disableSessionRefresh: true,
		},
		verification: {
			modelName: 'verifications',
			fields: { expiresAt: 'expires_at', ...columns.created },
			storeIdentifier: 'hashed',
		},
		hooks: { before: presented },
		databaseHooks: {
			session: {
				create: {
					before: async (session, context) => {
						if (context?.path === '/two-factor/verify-totp')
							await spendCode(database, session.userId, String(context.body?.code));
						return shapeSession(database, session);
					},
				},
			},
		},
		plugins: [
			twoFactor({
				issuer: productName,
				twoFactorCookieMaxAge: 300,
				// Counted by `tryCode`: this one would close an account to its owner.
				accountLockout: { enabled: false },
				backupCodeOptions: {
					customBackupCodesGenerate: newRecoveryCodes,
					storeBackupCodes: hashedCodes,
				},
				schema: {
					user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
					twoFactor: {
						modelName: 'second_factors',
						fields: {
							userId: columns.person,
							backupCodes: 'backup_codes',
							failedVerificationCount: 'failed_verification_count',
							lockedUntil: 'locked_until',
						},
					},
				},
			}),
			apiKey({
				defaultPrefix: KEY_PREFIX,
				customKeyGenerator: ({ prefix }) => `${prefix ?? ''}${newToken()}`,
				startingCharactersConfig: { shouldStore: true, charactersLength: KEY_PREFIX.length + 4 },
				enableMetadata: true,
				maximumNameLength: 400,
				keyExpiration: { maxExpiresIn: 2_000 },
				rateLimit: { enabled: false },
				schema: {
					apikey: {
						modelName: 'api_keys',
						fields: {
							configId: 'config_id',
							referenceId: 'reference_id',
							refillInterval: 'refill_interval',
							refillAmount: 'refill_amount',
							lastRefillAt: 'last_refill_at',
							rateLimitEnabled: 'rate_limit_enabled',
							rateLimitTimeWindow: 'rate_limit_time_window',
							rateLimitMax: 'rate_limit_max',
							requestCount: 'request_count',
							lastRequest: 'last_request',
							expiresAt: 'expires_at',
							...columns.created,
						},
					},
				},
			}),
		],
	});
};
