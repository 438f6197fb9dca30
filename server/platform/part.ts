import type { Account } from '#shared/contract/platform/profile.ts';
import { deleteAnswersJob } from './api/idempotency.ts';
import { changesRoutes } from './audit/changes.ts';
import { addAuditRoutes } from './audit/routes.ts';
import type { Database } from './db/database.ts';
import type { AccessTable } from './http/access.ts';
import type { Api } from './http/api.ts';
import type { Limits } from './http/limits.ts';
import type { Identity } from './identity/identity.ts';
import { cleanUpJob } from './identity/sessions.ts';
import { addKeyRoutes } from './keys/routes.ts';
import { addMcpRoutes, type McpOptions } from './mcp/routes.ts';
import { addPeopleRoutes, addPolicyRoutes } from './people/routes.ts';
import { addAuthenticatorRoutes } from './profile/authenticator-routes.ts';
import { addPasskeyRoutes } from './profile/passkey-routes.ts';
import { addAccountRoutes, addSessionRoutes } from './profile/routes.ts';
import { addAuthRoutes } from './sign-in/auth-routes.ts';
import { addProviderRoutes } from './sign-in/provider-routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { addSystemRoutes, type SystemOptions } from './system/routes.ts';

interface Ground {
	database: Database;
	identity: Identity;
	limits: Limits;
	system: SystemOptions;
	/** Settings that each account includes. */
	flags: Pick<Account, 'parts' | 'payments_on' | 'phones_masked'>;
	loadSample: (() => Promise<unknown>) | undefined;
	/** Tools for assistants; undefined if they are off. */
	mcp: McpOptions | undefined;
	now: () => number;
}

const access: AccessTable = {
	// Audit trail
	'/api/audit': { GET: 'audit:read' },
	'/api/audit/actors': { GET: 'audit:read' },
	'/api/audit/:id': { GET: 'audit:read' },
	// Payments only with `payments:read`
	'/api/changes': { GET: 'content:read' },
	'/api/history/:kind/:id': { GET: 'content:write' },
	// People, keys, settings
	'/api/people': {
		GET: 'people:manage',
		POST: { permission: 'people:manage', fresh: true },
	},
	'/api/people/:personId': {
		GET: 'people:manage',
		PUT: { permission: 'people:manage', fresh: true },
		DELETE: { permission: 'people:manage', fresh: true },
	},
	'/api/people/:personId/credentials': { GET: 'people:manage' },
	'/api/people/:personId/link': { POST: { permission: 'people:manage', fresh: true } },
	'/api/people/:personId/sessions': { DELETE: { permission: 'people:manage', fresh: true } },
	'/api/people/:personId/second-factor': { DELETE: { permission: 'people:manage', fresh: true } },
	'/api/people/:personId/ways-in': { GET: 'people:manage' },
	'/api/people/:personId/ways-in/:way': { DELETE: { permission: 'people:manage', fresh: true } },
	'/api/settings/second-factor': {
		GET: 'people:manage',
		PUT: { permission: 'people:manage', fresh: true },
	},
	'/api/keys': { GET: 'keys:manage', POST: { permission: 'keys:manage', fresh: true } },
	'/api/keys/:keyId': { DELETE: { permission: 'keys:manage', fresh: true } },
	// State of the installation
	'/api/system': { GET: 'system:read' },
	'/metrics': { GET: 'metrics:read' },
	// The caller's own account
	'/api/account': { GET: 'signed-in', PUT: 'self' },
	'/api/account/confirm': { POST: 'self' },
	'/api/account/confirm/passkey': { POST: 'self' },
	'/api/account/password': { POST: 'self' },
	'/api/account/passkeys': { GET: 'self', POST: { permission: 'self', fresh: true } },
	'/api/account/passkeys/options': { POST: { permission: 'self', fresh: true } },
	'/api/account/passkeys/:passkeyId': { PUT: 'self', DELETE: { permission: 'self', fresh: true } },
	'/api/account/authenticator': { POST: 'self', PUT: 'self' },
	'/api/account/keys': { DELETE: { permission: 'keys:manage', fresh: true } },
	'/api/account/sessions': { GET: 'self', DELETE: 'self' },
	'/api/account/sessions/:sessionId': { DELETE: 'self' },
	// Sign-in. A link's token, or better-auth, identifies the caller.
	'/api/site': { GET: 'public' },
	'/api/setup': { POST: 'public' },
	'/api/links/check': { POST: 'public' },
	'/api/links/use': { POST: 'public' },
	'/api/password-resets': { POST: 'public' },
	'/api/auth/sign-in/email': { POST: 'public' },
	'/api/auth/passkey/options': { POST: 'public' },
	'/api/auth/passkey': { POST: 'public' },
	'/api/auth/provider': { GET: 'public' },
	'/api/auth/provider/callback': { GET: 'public' },
	'/api/auth/sign-out': { POST: 'public' },
	'/api/auth/two-factor/verify-totp': { POST: 'public' },
	'/api/auth/two-factor/verify-backup-code': { POST: 'public' },
	'/api/auth/two-factor/enable': { POST: 'self' },
	'/api/auth/two-factor/disable': { POST: 'self' },
	'/api/auth/two-factor/generate-backup-codes': { POST: 'self' },
	// Assistants: each tool is a call with an entry of its own
	'/api/mcp': { POST: 'signed-in' },
	// Description of the API
	'/api/openapi.json': { GET: 'content:read' },
	// The page and the health check
	'/': { GET: 'public' },
	'/admin': { GET: 'public' },
	'/admin/*': { GET: 'public' },
	'/manifest.webmanifest': { GET: 'public' },
	'/sign-in': { GET: 'public' },
	'/setup': { GET: 'public' },
	'/invitation': { GET: 'public' },
	'/reset': { GET: 'public' },
	'/healthz': { GET: 'public' },
	'/readyz': { GET: 'public' },
};

/** The part that all others need: people, sign-in, keys, audit trail, status, files, database and HTTP. */
export const platform = {
	access,
	addRoutes: (api: Api, ground: Ground) => {
		const { database, identity, limits, system, flags, loadSample, mcp, now } = ground;
		addPeopleRoutes(api, identity);
		addKeyRoutes(api, identity);
		addPolicyRoutes(api, identity);
		addAccountRoutes(api, identity, { limits, flags });
		addSessionRoutes(api, identity);
		addAuthenticatorRoutes(api, identity, limits);
		signInRoutes(api, identity, { limits, loadSample });
		addAuthRoutes(api, identity, limits);
		addProviderRoutes(api, identity);
		addPasskeyRoutes(api, identity, limits);
		if (mcp) addMcpRoutes(api, mcp);
		addSystemRoutes(api, system);
		addAuditRoutes(api, database);
		changesRoutes(api, database, now);
	},
	listJobs: ({ database }: Pick<Ground, 'database'>) => [
		deleteAnswersJob(database),
		cleanUpJob(database),
	],
};
