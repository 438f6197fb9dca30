import { type ResourceFacts, resources } from '#shared/contract/content/resources.ts';
import type { AccessTable } from './platform/http/access.ts';

const buildContentAccess = (facts: ResourceFacts): AccessTable => {
	const { slug, path, param, ordered, read, write } = facts;
	const list = `/api${path}`;
	const one = `${list}/:${param}`;
	return {
		...(path !== `/${slug}` && {
			[`/api/${slug}`]: { GET: read },
			[`/api/${slug}/:id`]: { GET: read },
		}),
		[list]: { GET: read, POST: write },
		...(ordered && {
			[`${list}/next-order`]: { GET: read },
			[`${list}/order`]: { POST: write },
		}),
		[one]: { GET: read, PUT: write, DELETE: write },
		[`${one}/deletion-impact`]: { GET: read },
		[`${one}/copy`]: { POST: write },
	};
};

const CHECKED = [resources.courses, resources.subjects, resources.examSets];

const buildPreflightAccess = ({ path, param, read }: ResourceFacts): AccessTable => {
	const one = `/api${path}/:${param}`;
	return {
		[`${one}/preflight`]: { GET: read },
		[`${one}/publish-all`]: { POST: 'content:publish' },
	};
};

/**
 * Lists the access of every route by method: a permission, `public`, `signed-in`, or `self` for a person. The server
 * does not start if a route is missing.
 */
export const access: AccessTable = {
	...Object.assign({}, ...Object.values(resources).map(buildContentAccess)),

	'/api/courses/:courseId/overview': { GET: 'content:read' },
	'/api/courses/:courseId/use': { GET: 'content:read' },
	'/api/courses/:courseId/coverage': { GET: 'content:read', PUT: 'content:write' },
	'/api/coverage': { GET: 'content:read' },

	// The check before publishing
	...Object.assign({}, ...CHECKED.map(buildPreflightAccess)),

	// Bulk actions
	'/api/bulk': { POST: 'content:write' },
	'/api/deletion-impact': { GET: 'content:read' },
	'/api/operations': { GET: 'content:read' },
	'/api/operations/:id': { GET: 'content:read' },
	// Whoever may run the action may undo it: see `requireAction`
	'/api/operations/:id/undo': { POST: 'content:read' },

	// Intakes: files that become past papers
	'/api/intakes': { GET: 'content:write', POST: 'content:write' },
	'/api/intakes/:intakeId': { GET: 'content:write', DELETE: 'content:write' },
	'/api/intakes/:intakeId/rows': { POST: 'content:write', PUT: 'content:write' },
	'/api/intakes/:intakeId/rows/remove': { POST: 'content:write' },
	'/api/intakes/:intakeId/save': { POST: 'content:write' },

	// Undo and restore
	'/api/versions/:kind/:id': { GET: 'content:write' },
	'/api/trash': { GET: 'content:write' },
	'/api/trash/:deletionId': { DELETE: { permission: 'trash:purge', fresh: true } },
	'/api/trash/:deletionId/restore': { POST: 'content:write' },
	// Problems that learners report
	'/api/problems': { GET: 'content:write' },
	'/api/problems/close': { POST: 'content:publish' },
	'/api/problems/:id/close': { POST: 'content:publish' },
	// Search. Payments and people are found only by callers who may see them.
	'/api/search': { GET: 'content:read' },

	// Files
	'/api/upload': { POST: 'content:write' },
	'/api/uploads': { POST: 'content:write' },
	// The caller's own uploads only
	'/api/uploads/:id': { GET: 'content:write', DELETE: 'content:write' },
	'/api/uploads/:id/:n': { PUT: 'content:write' },
	'/api/uploads/:id/finish': { POST: 'content:write' },
	'/api/files': { GET: 'content:read' },
	'/api/files/:name': { GET: 'content:read' },
	'/api/files/:name/picture': { GET: 'content:read' },
	'/files/:name': { GET: 'content:read' },

	// Payments and statistics
	'/api/transactions': { GET: 'payments:read' },
	'/api/transactions/export.csv': { GET: { permission: 'payments:export', fresh: true } },
	'/api/transactions/unmatched': { GET: 'payments:read' },
	'/api/transactions/expected-receipts': { GET: 'payments:read', POST: 'payments:act' },
	'/api/transactions/open-work': { GET: 'payments:read' },
	'/api/transactions/to-check': { GET: 'payments:read' },
	'/api/receipts/:receipt': { GET: 'payments:read' },
	'/api/transactions/:id': { GET: 'payments:read' },
	'/api/transactions/:id/payer': { GET: 'payments:read' },
	'/api/transactions/:id/suggestions': { GET: 'payments:read' },
	'/api/transactions/unmatched/:id/settle': { POST: 'payments:act' },
	'/api/transactions/:id/decisions': { GET: 'payments:read' },
	'/api/decisions': { POST: 'payments:act' },
	'/api/decisions/:id': { DELETE: 'payments:act' },
	'/api/transactions/:id/settle': { POST: 'payments:act' },
	'/api/transactions/:id/adjustments': { POST: 'payments:act' },
	'/api/transactions/:id/write-off': { POST: 'payments:act' },
	'/api/transactions/:id/assignments': { POST: 'payments:act' },
	'/api/transactions/:id/notes': { POST: 'payments:act' },
	'/api/transactions/:id/events': { GET: 'payments:read' },
	'/api/transactions/:id/check': { POST: 'payments:act' },
	'/api/transactions/:id/reveal': { POST: 'payments:act' },
	'/api/payments': { POST: 'payments:act' },
	'/api/transactions/assignments': { POST: 'payments:act' },
	'/api/accounts': { GET: 'accounts:use', POST: 'accounts:use' },
	'/api/accounts/:account': { GET: 'accounts:use', DELETE: 'payments:act' },
	'/api/accounts/:account/devices': { DELETE: 'payments:act' },
	'/api/accounts/:account/codes': { POST: 'accounts:use', DELETE: 'payments:act' },
	'/api/accounts/:account/grants': { POST: 'payments:act' },
	'/api/accounts/:account/grants/:id': { DELETE: 'payments:act' },
	'/api/statements': { GET: 'payments:read', POST: 'payments:act' },
	'/api/statements/:id': { DELETE: 'payments:act' },
	'/api/reconciliation': { GET: 'payments:read' },
	'/api/reconciliation/lines': { GET: 'payments:read' },
	'/api/reconciliation/lines/book': { POST: 'payments:act' },
	'/api/reconciliation/lines/:id/book': { POST: 'payments:act' },
	'/api/reconciliation/lines/:id/attach': { POST: 'payments:act' },
	'/api/reconciliation/lines/:id/settle': { POST: 'payments:act' },
	'/api/reconciliation/lines/:id/decision': { DELETE: 'payments:act' },
	'/api/periods': { GET: 'payments:read' },
	'/api/periods/closed': { GET: 'payments:read' },
	'/api/periods/:month': { GET: 'payments:read' },
	'/api/periods/:month/close': { POST: 'payments:act' },
	'/api/periods/:month/reopen': { POST: 'payments:act' },
	'/api/periods/:month/pack.xlsx': { GET: { permission: 'payments:export', fresh: true } },
	'/api/statistics': { GET: 'payments:read' },
	'/api/statistics/failures': { GET: 'payments:read' },
	'/api/statistics/trends': { GET: 'payments:read' },

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
	'/api/account/password': { POST: 'self' },
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
	'/api/auth/sign-out': { POST: 'public' },
	'/api/auth/two-factor/verify-totp': { POST: 'public' },
	'/api/auth/two-factor/verify-backup-code': { POST: 'public' },
	'/api/auth/two-factor/enable': { POST: 'self' },
	'/api/auth/two-factor/disable': { POST: 'self' },
	'/api/auth/two-factor/generate-backup-codes': { POST: 'self' },

	// Apps of learners
	'/api/v1/catalogue': { GET: 'public' },
	'/api/v1/courses/:id': { GET: 'public' },
	'/api/v1/files/:id': { GET: 'public' },
	'/api/v1/problems': { POST: 'public' },
	'/api/v1/devices': { GET: 'device', POST: 'public' },
	'/api/v1/devices/:id': { DELETE: 'device' },
	'/api/v1/access': { GET: 'device' },
	// A device, or a key with `accounts:use`: see `findAccount`
	'/api/v1/payments': { POST: 'public' },
	'/api/v1/claims': { POST: 'device' },
	// The signature in the link authorizes
	'/api/v1/content/files/:name': { GET: 'public' },

	// Description of the API
	'/api/openapi.json': { GET: 'content:read' },

	// Callbacks of Safaricom, authenticated by the secret segment of the address
	'/api/hooks/:token/stk': { POST: 'public' },
	'/api/hooks/:token/c2b': { POST: 'public' },
	'/api/hooks/:token/c2b/validate': { POST: 'public' },

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
