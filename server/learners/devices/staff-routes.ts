import { toAccountKey } from '#shared/account.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { accountCalls } from '#shared/contract/learners/calls.ts';
import { decide } from '../../finance/acts/table.ts';
import { endDecision } from '../../finance/decisions/store.ts';
import { findPaymentAccount, readAccess } from '../../finance/payments/access.ts';
import { makeAccounts, requireRow, toAccountItem } from '../../finance/payments/accounts.ts';
import { findMissing } from '../../finance/payments/part-payments.ts';
import { readRowId } from '../../finance/payments/store.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import type { Seal } from '../../platform/api/idempotency.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { isId } from '../../platform/db/engine.ts';
import { notFound } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { endAccount, listAccounts } from './account-list.ts';
import { makeCode, withdrawCodes } from './codes.ts';
import { listDevices, removeDevices } from './store.ts';

interface Options {
	database: Database;
	now: () => number;
	plans: readonly Plan[];
	/** The secret of the installation, for the hashes of codes. */
	secret: string;
	seal: Seal;
}

/** Adds the calls of staff about an account: access, devices, codes and grants. */
export const addStaffAccountRoutes = (
	api: Api,
	{ database, now, plans, secret, seal }: Options,
) => {
	/** Returns the account in comparable form. People name it by a payment: no phone number is in an address. */
	const readKey = async (db: Db, { params: { account } }: { params: { account: string } }) => {
		const key = isId(account) ? await findPaymentAccount(db, account) : toAccountKey(account);
		if (!key) throw notFound('Account');
		return key;
	};
	const describe = async (db: Db, account: string) => ({
		...(await readAccess(db, account, now())),
		devices: await listDevices(db, account),
		missing: await findMissing(db, account, plans),
	});

	answerCalls(api, { database, now }, accountCalls, {
		listAccounts: ({ query }) => listAccounts(database.read, query, now()),
		createAccounts: { write: (acting, { body }) => makeAccounts(acting, body.accounts) },
		getAccountAccess: async (request) =>
			describe(database.read, await readKey(database.read, request)),
		endAccount: {
			write: async (acting, request) => endAccount(acting, await readKey(acting.trx, request)),
		},
		signOutDevices: {
			write: async (acting, request) => {
				const account = await readKey(acting.trx, request);
				await removeDevices(acting, account);
				return describe(acting.trx, account);
			},
		},
		createSignInCode: {
			seal,
			write: async (acting, request) => {
				const account = await readKey(acting.trx, request);
				await requireRow(acting.trx, 'account', account);
				return makeCode(acting, account, secret);
			},
		},
		withdrawSignInCodes: {
			write: async (acting, request) => {
				const account = await readKey(acting.trx, request);
				await withdrawCodes(acting, account);
				return describe(acting.trx, account);
			},
		},
		createGrant: {
			write: async (acting, request) => {
				const account = await readKey(acting.trx, request);
				const granted = { what: 'grant', values: request.body } as const;
				await decide(acting, { kind: 'account', id: account }, granted);
				return describe(acting.trx, account);
			},
		},
		withdrawGrant: {
			write: async (acting, request) => {
				const { trx, context } = acting;
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
				await endDecision(acting, id, reason);
				recordAudit(trx, context, {
					action: 'restore',
					item: toAccountItem(account),
					details: { months: grant.months, reason },
				});
				return describe(trx, account);
			},
		},
	});
};
