import type { FastifyRequest } from 'fastify';
import { toAccountKey } from '#shared/account.ts';
import { grantInput, staffAccess } from '#shared/contract/accounts.ts';
import { withdrawalInput } from '#shared/contract/decisions.ts';
import { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE } from '../../api/idempotency.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { toAuditContext } from '../../audit-context.ts';
import type { Database, Db } from '../../db/database.ts';
import { isId } from '../../db/engine.ts';
import { notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { addDecision, endDecision } from '../decisions/store.ts';
import { findPaymentAccount, readAccess } from '../payments/access.ts';
import { readRowId } from '../payments/store.ts';
import { listDevices, removeDevices, toAuditItem } from './store.ts';

/** Adds the calls of staff about an account: access, devices and grants. */
export const addStaffAccountRoutes = (api: Api, database: Database, now: () => number) => {
	const params = z.object({
		account: z.string(),
	});
	/** Returns the account in comparable form. People name it by a payment: no phone number is in an address. */
	const readKey = async (db: Db, request: FastifyRequest) => {
		const { account } = request.params as { account: string };
		const key = isId(account) ? await findPaymentAccount(db, account) : toAccountKey(account);
		if (!key) throw notFound('Account');
		return key;
	};
	const describe = async (db: Db, account: string) => ({
		...(await readAccess(db, account, now())),
		devices: await listDevices(db, account),
	});

	api.get('/accounts/:account', {
		schema: {
			operationId: 'getAccountAccess',
			summary: 'Retrieves the access of an account with its payments, grants and devices',
			params,
			response: { 200: staffAccess },
		},
		handler: async (request) => describe(database.read, await readKey(database.read, request)),
	});

	api.delete('/accounts/:account/devices', {
		schema: {
			operationId: 'signOutDevices',
			summary: 'Signs out all devices of an account',
			params,
			response: { 200: staffAccess },
		},
		handler: (request) =>
			database.write(async (trx) => {
				const account = await readKey(trx, request);
				await removeDevices({ trx, context: toAuditContext(request), now: now() }, account);
				return describe(trx, account);
			}),
	});

	api.post('/accounts/:account/grants', {
		schema: {
			operationId: 'createGrant',
			summary: 'Gives an account months without a payment, from today on',
			description: REPEATABLE,
			params,
			body: grantInput,
			response: { 201: staffAccess },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => {
				const account = await readKey(trx, request);
				const about = { kind: 'account', id: account } as const;
				await addDecision({ trx, context, now: now() }, { about, what: 'grant', ...request.body });
				recordAudit(trx, context, {
					action: 'grant',
					item: toAuditItem(account),
					details: request.body,
				});
				return { status: 201, data: await describe(trx, account) };
			}),
	});

	api.delete('/accounts/:account/grants/:id', {
		schema: {
			operationId: 'withdrawGrant',
			summary: 'Withdraws months that an account was given',
			params: z.extend(params, { id: z.string() }),
			body: withdrawalInput,
			response: { 200: staffAccess },
		},
		handler: (request) =>
			database.write(async (trx) => {
				const account = await readKey(trx, request);
				const id = readRowId(request, 'Grant');
				const grant = await trx
					.selectFrom('decisions')
					.select('months')
					.where('id', '=', id)
					.where('about_id', '=', account)
					.where('what', '=', 'grant')
					.executeTakeFirst();
				if (!grant) throw notFound('Grant');
				const { reason } = request.body;
				await endDecision({ trx, context: toAuditContext(request), now: now() }, id, reason);
				recordAudit(trx, toAuditContext(request), {
					action: 'restore',
					item: toAuditItem(account),
					details: { months: grant.months, reason },
				});
				return describe(trx, account);
			}),
	});
};
