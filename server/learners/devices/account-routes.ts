import type { FastifyReply, FastifyRequest } from 'fastify';
import { findAccountProblem, toAccountKey } from '#shared/account.ts';
import { access, claimInput, learnerPayment } from '#shared/contract/finance/accounts.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { readPhone } from '#shared/phone.ts';
import type { z } from '#shared/zod.ts';
import { hideDetails, isCounting, readAccess } from '../../finance/payments/access.ts';
import { makeAccounts, requireAccount } from '../../finance/payments/accounts.ts';
import { claimPayment, limitRequests, type SendRequest } from '../../finance/payments/claims.ts';
import { createOnce, REPEATABLE, runUnlessAnswered } from '../../platform/api/idempotency.ts';
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
	const config = { learners: true };

	/** Limits the requests of a key, or of an address for accounts that never paid. Others have the limits of each account. */
	const limitSender = async ({ actor, ip }: FastifyRequest, account: string) => {
		if (actor.kind === 'program') return count('appPrompts', actor.id);
		if (await isCounting(database.read, account)) return;
		await count('newPayer', getNetwork(ip));
		await count('newPayers', 'all');
	};

	api.get('/v1/access', {
		config,
		schema: {
			operationId: 'getAccess',
			summary: 'Retrieves the access of the account of the device',
			description:
				'Call it at start, and every three seconds while a payment is awaited. Returns 401 once the device is signed out.',
			response: { 200: access },
		},
		handler: async (request) =>
			hideDetails(await readAccess(database.read, findAccount(request, undefined), now())),
	});

	api.post('/v1/payments', {
		config,
		schema: {
			operationId: 'payForAccount',
			summary: 'Sends a payment request for a plan to any phone',
			description: `Needs the token of a device, or a key of the role \`app\` with \`account\`, which is made with its first request. Returns 202 with the access, 422 for months without a plan, and 429 above the limits: 3 requests an hour of an account to a phone, 6 an hour to a phone, 10 a day of an account; of accounts that never paid also 5 an hour of an address and 60 a minute in all; 60 a minute of a key. Other errors are those of \`POST /api/payments\`. ${REPEATABLE}`,
			body: learnerPayment,
			response: { 202: access },
		},
		handler: async (request, reply) => {
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
	});

	const claim = (
		request: FastifyRequest,
		reply: FastifyReply,
		account: string,
		body: z.infer<typeof claimInput>,
	) =>
		createOnce(database, request, reply, async (trx, context) => {
			await claimPayment({ trx, context, now: now(), plans }, account, body);
			await giveBackTry(trx, body.receipt);
			return { data: hideDetails(await readAccess(trx, account, now())) };
		});

	api.post('/v1/claims', {
		config,
		schema: {
			operationId: 'claimPayment',
			summary: 'Takes a payment for an unknown account into the account of the device',
			description: `The receipt, typed or in a whole message of M-Pesa, and the number that paid prove the payment, which can be claimed once. Returns 404 \`no_match\` for every reason alike, and 429 after 10 wrong claims of a receipt in an hour from all addresses together; then its payment waits for the staff. ${REPEATABLE}`,
			body: claimInput,
			response: { 200: access },
		},
		handler: async (request, reply) => {
			const account = findAccount(request, undefined);
			await runUnlessAnswered(database, request, () =>
				takeTry(database, request.body.receipt, now()),
			);
			await countWrong(request, count, () => claim(request, reply, account, request.body));
			return reply;
		},
	});
};
