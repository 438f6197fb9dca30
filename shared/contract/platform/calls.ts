import { defineCalls } from '../../call.ts';
import { describeAs, openapi, z } from '../../zod.ts';
import { auditActors, auditPage, auditQuery, auditRow, historyQuery } from './audit.ts';
import { CHANGES_DAYS, changes, changesQuery } from './changes.ts';
import { systemStatus } from './system.ts';

declare module '../../call.ts' {
	interface DeclaredCalls {
		audit: typeof auditCalls;
		changes: typeof changeCalls;
		system: typeof systemCalls;
	}
}

/** The calls that read the audit trail. */
export const auditCalls = defineCalls({
	listAuditRows: {
		at: 'GET /audit',
		permission: 'audit:read',
		summary: 'Lists the audit trail, newest first',
		description: 'To get older rows, send `next` as `before`.',
		query: auditQuery,
		answer: auditPage,
	},
	listActors: {
		at: 'GET /audit/actors',
		permission: 'audit:read',
		summary: 'Lists the actors in the audit trail',
		answer: auditActors,
	},
	listHistory: {
		at: 'GET /history/:kind/:id',
		permission: 'content:write',
		summary: 'Lists the history of a course, subject, topic, exam set or past paper',
		description:
			'Includes deleted items. Rows name the actor and the change, but no network addresses.',
		query: historyQuery,
		answer: auditPage,
	},
	getAuditRow: {
		at: 'GET /audit/:id',
		permission: 'audit:read',
		summary: 'Retrieves a row of the audit trail',
		answer: auditRow,
	},
});

export const changeCalls = defineCalls({
	// Payments only with `payments:read`.
	listChanges: {
		at: 'GET /changes',
		permission: 'content:read',
		summary: 'Lists what changed since an earlier call, oldest first',
		description: `In the order of commits, from the audit trail. Without \`after\` it starts now, with no changes. Returns 410 \`start_again\` for an \`after\` older than ${CHANGES_DAYS} days: read all lists, then follow again. Callers without \`payments:read\` get content only, and 403 if they ask for \`transactions\`.`,
		query: changesQuery,
		answer: changes,
		failures: ['start_again'],
	},
});

export const systemCalls = defineCalls({
	getStatus: {
		at: 'GET /system',
		permission: 'system:read',
		summary: 'Retrieves the status of the installation, with advice',
		answer: systemStatus,
	},
});

/** The call of assistants; each of its tools is a call with a permission of its own. */
export const mcpCalls = defineCalls({
	callMcp: {
		at: 'POST /mcp',
		permission: 'signed-in',
		summary: 'Answers a message of the Model Context Protocol, for assistants with an API key',
		body: z.looseObject({}).register(openapi, {
			description: 'A message of JSON-RPC 2.0.',
			examples: [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
		}),
		answer: describeAs(z.any(), 'A message of JSON-RPC 2.0.'),
		whole: true,
		others: { default: describeAs(z.any(), 'A message of JSON-RPC 2.0, or a failure.') },
	},
});
