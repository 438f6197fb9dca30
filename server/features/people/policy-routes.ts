import { secondFactorPolicy } from '#shared/contract/people.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditContextOf } from '../../audit-context.ts';
import { invalid } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import type { Identity } from '../../identity/identity.ts';
import { requiredRoles, requireRoles } from '../../identity/policy.ts';

const response = { 200: secondFactorPolicy };

/** Which roles must have a second factor. */
export const policyRoutes = (api: Api, identity: Identity) => {
	const { database } = identity;

	api.get('/settings/second-factor', {
		schema: {
			operationId: 'getSecondFactorPolicy',
			summary: 'Retrieves the roles that require a second factor',
			response,
		},
		handler: async () => ({ roles: await requiredRoles(database.read) }),
	});

	api.put('/settings/second-factor', {
		schema: {
			operationId: 'setSecondFactorPolicy',
			summary: 'Sets the roles that require a second factor',
			body: secondFactorPolicy,
			response,
		},
		handler: async (request) => {
			const roles = [...new Set(request.body.roles)];
			if (roles.length !== request.body.roles.length)
				throw invalid('roles', 'A role is named twice');
			await database.write(async (trx) => {
				const before = await requiredRoles(trx);
				await requireRoles(trx, roles);
				recordAudit(trx, auditContextOf(request), {
					action: 'update',
					item: { kind: 'policy', id: null, name: 'Second factor' },
					before: { roles: before.join(', ') },
					after: { roles: roles.join(', ') },
				});
			});
			return { roles };
		},
	});
};
