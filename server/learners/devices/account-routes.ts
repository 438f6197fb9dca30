import type { FastifyRequest } from 'fastify';
import { findAccountProblem, toAccountKey } from '#shared/account.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { ownAccountCalls } from '#shared/contract/learners/calls.ts';
import { readPhone } from '#shared/phone.ts';
import { claimPayment } from '../../finance/acts/claim.ts';
import { hideDetails, isCounting, readAccess } from '../../finance/payments/access.ts';
import { makeAccounts, requireAccount } from '../../finance/payments/accounts.ts';
import { limitRequests, type SendRequest } from '../../finance/payments/request-limits.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { createOnce, runUnlessAnswered } from '../../platform/api/idempotency.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { type Count, getNetwork } from '../../platform/http/limits.ts';
import { giveBackTry, takeTry } from './claim-tries.ts';
import { countWrong } from './device-routes.ts';

interface Options {
	database: Database;
	now: () => number;
	plans: readonly Plan[];
	count: Count;
	/** Sends a payment request to a phone. */
	sendRequest: SendRequest;
}

/** Text that a payer sees on the phone, at most 13 characters. */
const DESCRIPTION = 'Subscription';

/** Returns the account of a call: that of its device, or the one that a key with the right names. */
export const findAccount = ({ caller }: FastifyRequest, named: string | undefined) => {
	if (!caller) throw new AppError('unauthenticated');
	if (named !== undefined && !caller.may.has('accounts:use')) throw new AppError('forbidden');
	const account = named === undefined ? caller.account : toAccountKey(named);
	if (!account) throw new AppError('unauthenticated');
	return account;
};

/** Adds the calls of devices about their account: access, payments and claims. */
export const addLearnerAccountRoutes = (api: Api, options: Options) => {
	const { database, now, plans, count, sendRequest } = options;

	/** Limits the requests of a key, or of an address for accounts that never paid. Others have the limits of each account. */
	const limitSender = async ({ actor, ip }: FastifyRequest, account: string) => {
		if (actor.kind === 'program') return count('appPrompts', actor.id);
		if (await isCounting(database.read, account)) return;
		await count('newPayer', getNetwork(ip));
		await count('newPayers', 'all');
	};

	answerCalls(api, { database, now }, ownAccountCalls, {
		getAccess: async (request) =>
			hideDetails(await readAccess(database.read, findAccount(request, undefined), now())),
		payForAccount: async (request, reply) => {
			const { phone_number, months, account: named } = request.body;
			const account = findAccount(request, named);
			const plan = plans.findLast((each) => each.months === months);
			if (!plan) throw invalid('months', `There is no plan for ${months} months`);
			const phone = readPhone(phone_number) as string;
			await runUnlessAnswered(database, request, () => limitSender(request, account));
			const input = {
				phone_number,
				amount: plan.amount,
				account_reference: account,
				description: DESCRIPTION,
				months,
			};
			await sendRequest(request, reply, input, {
				check: async (trx) => {
					await limitRequests(trx, { phone, account }, now());
					if (named !== undefined && findAccountProblem(account) === undefined)
						await makeAccounts({ trx, context: toAuditContext(request), now: now() }, [account]);
					await requireAccount(trx, 'account', account);
				},
				describe: async (db) => hideDetails(await readAccess(db, account, now())),
			});
			return reply;
		},

		claimPayment: async (request, reply) => {
			const { body } = request;
			const account = findAccount(request, undefined);
			await runUnlessAnswered(database, request, () => takeTry(database, body.receipt, now()));
			return countWrong(request, count, () =>
				createOnce(database, request, reply, async (trx, context) => {
					await claimPayment({ trx, context, now: now(), plans }, account, body);
					await giveBackTry(trx, body.receipt);
					return { data: hideDetails(await readAccess(trx, account, now())) };
				}),
			);
		},
	});
};
