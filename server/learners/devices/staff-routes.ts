import type { FastifyRequest } from 'fastify';
import { toAccountKey } from '#shared/account.ts';
import {
	accountsQuery,
	grantInput,
	listedAccount,
	madeAccounts,
	newAccounts,
	signInCode,
	staffAccess,
} from '#shared/contract/finance/accounts.ts';
import { withdrawalInput } from '#shared/contract/finance/decisions.ts';
import { makePageSchema } from '#shared/contract/platform/lists.ts';
import { z } from '#shared/zod.ts';
import { addDecision, endDecision } from '../../finance/decisions/store.ts';
import { findPaymentAccount, readAccess } from '../../finance/payments/access.ts';
import { makeAccounts, requireAccount, requireRow } from '../../finance/payments/accounts.ts';
import { readRowId } from '../../finance/payments/store.ts';
import {
	answerOnce,
	createOnce,
	REPEATABLE,
	type Seal,
	sendAnswer,
} from '../../platform/api/idempotency.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { isId } from '../../platform/db/engine.ts';
import { notFound } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { endAccount, listAccounts } from './account-list.ts';
import { makeCode, withdrawCodes } from './codes.ts';
import { listDevices, removeDevices, toAuditItem } from './store.ts';

interface Options {
	database: Database;
	now: () => number;
	/** The secret of the installation, for the hashes of codes. */
	secret: string;
	seal: Seal;
}

/** Adds the calls of staff about an account: access, devices, codes and grants. */
export const addStaffAccountRoutes = (api: Api, { database, now, secret, seal }: Options) => {
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

	api.get('/accounts', {
		schema: {
			operationId: 'listAccounts',
			summary: 'Lists accounts, newest first',
			description: 'Phone numbers are accounts too, and are not listed.',
			querystring: accountsQuery,
			response: { 200: makePageSchema(listedAccount) },
		},
		handler: (request) => listAccounts(database.read, request.query, now()),
	});

	api.post('/accounts', {
		schema: {
			operationId: 'createAccounts',
			summary: 'Makes accounts, such as admission numbers',
			description: `Only these accounts, those of devices and phone numbers exist: payments to others wait for a person. An account has 4 to 20 letters, digits, \`/\` or \`-\`, at least three of them digits; the last of nine digits is a Luhn check digit. If one is refused, none is made: \`data.refused\` names each with the reason and similar accounts (\`did_you_mean\`). ${REPEATABLE}`,
			body: newAccounts,
			response: { 201: madeAccounts },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => {
				const acting = { trx, context, now: now() };
				return { status: 201, data: await makeAccounts(acting, request.body.accounts) };
			}),
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

	api.delete('/accounts/:account', {
		schema: {
			operationId: 'endAccount',
			summary:
				'Ends an account on which no months, device or open request rests, with its sign-in codes',
			params,
			response: { 200: z.null() },
		},
		handler: async (request) => {
			await database.write(async (trx) => {
				const acting = { trx, context: toAuditContext(request), now: now() };
				await endAccount(acting, await readKey(trx, request));
			});
			return null;
		},
	});

	api.delete('/accounts/:account/devices', {
		schema: {
			operationId: 'signOutDevices',
			summary: 'Signs out all devices of an account, and withdraws its sign-in codes',
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

	api.post('/accounts/:account/codes', {
		schema: {
			operationId: 'createSignInCode',
			summary: 'Makes a code that signs one device in to an account within 24 hours',
			description: `For a lost phone, or an account that has only a grant. The code is shown once. ${REPEATABLE}`,
			params,
			response: { 201: signInCode },
		},
		handler: async (request, reply) => {
			const answer = await answerOnce(
				database,
				request,
				async (trx, context) => {
					const account = await readKey(trx, request);
					await requireRow(trx, 'account', account);
					const data = await makeCode({ trx, context, now: now() }, account, secret);
					return { status: 201, body: { success: true, data } };
				},
				request.body,
				seal,
			);
			return sendAnswer(reply, answer);
		},
	});

	api.delete('/accounts/:account/codes', {
		schema: {
			operationId: 'withdrawSignInCodes',
			summary: 'Withdraws the sign-in codes of an account, and signs out the devices that used one',
			params,
			response: { 200: staffAccess },
		},
		handler: (request) =>
			database.write(async (trx) => {
				const account = await readKey(trx, request);
				await withdrawCodes({ trx, context: toAuditContext(request), now: now() }, account);
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
				await requireAccount(trx, 'account', account);
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
