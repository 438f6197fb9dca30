import { auditCalls, changeCalls, mcpCalls, systemCalls } from '#shared/contract/platform/calls.ts';
import { keyCalls, peopleCalls, policyCalls } from '#shared/contract/platform/people-calls.ts';
import type { Account } from '#shared/contract/platform/profile.ts';
import {
	accountCalls,
	authCalls,
	authenticatorCalls,
	passkeyCalls,
	sessionCalls,
	signInCalls,
	viewCalls,
} from '#shared/contract/platform/sign-in-calls.ts';
import { listAccess } from './api/calls.ts';
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
	...listAccess(
		auditCalls,
		changeCalls,
		systemCalls,
		mcpCalls,
		peopleCalls,
		policyCalls,
		keyCalls,
		accountCalls,
		viewCalls,
		sessionCalls,
		passkeyCalls,
		authenticatorCalls,
		signInCalls,
		authCalls,
	),
	// Pages of the identity provider lead here
	'/api/auth/provider': { GET: 'public' },
	'/api/auth/provider/callback': { GET: 'public' },
	'/metrics': { GET: 'metrics:read' },
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
		if (mcp) addMcpRoutes(api, database, mcp);
		addSystemRoutes(api, system);
		addAuditRoutes(api, database);
		changesRoutes(api, database, now);
	},
	listJobs: ({ database }: Pick<Ground, 'database'>) => [
		deleteAnswersJob(database),
		cleanUpJob(database),
	],
};
