import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAccountKey } from '#shared/account.ts';
import {
	access,
	claimInput,
	device,
	deviceInput,
	learnerPayment,
} from '#shared/contract/accounts.ts';
import type { Plan } from '#shared/contract/learners.ts';
import { readPhone } from '#shared/phone.ts';
import type { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE } from '../../api/idempotency.ts';
import { toAuditContext } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { type Count, getNetwork, type Limits } from '../../http/limits.ts';
import { hideDetails, readAccess } from '../payments/access.ts';
import {
	claimPayment,
	isReceiptOfAccount,
	limitRequests,
	type SendRequest,
} from '../payments/claims.ts';
import { addDevice, findFreeAccount } from './store.ts';

interface Options {
	database: Database;
	now: () => number;
	plans: readonly Plan[];
	count: Count;
	limits: Limits;
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

/** Adds the calls of devices: sign-in, access, payments and claims. */
export const addLearnerAccountRoutes = (api: Api, options: Options) => {
	const { database, now, plans, count, limits, sendRequest } = options;
	const config = { learners: true };

	/** Runs a proof. Only failures count; a wrong one above the limit of its address is 429. */
	const prove = async <T>(
		request: FastifyRequest,
		account: string,
		proof: () => Promise<T>,
	): Promise<T> => {
		const network = getNetwork(request.ip);
		const tries = await limits.takeTries([
			{ kind: 'proofAccount', who: account },
			...(request.caller?.account ? [{ kind: 'proofDevice', who: request.actor.id }] : []),
			{ kind: 'proofs', who: network },
		]);
		try {
			const proven = await proof();
			await tries.giveBack();
			return proven;
		} catch (error) {
			if (!(error instanceof AppError) || error.code !== 'no_match') await tries.giveBack();
			else await count('wrongProofs', network);
			throw error;
		}
	};

	// No answer is stored for an `Idempotency-Key`: it would store a token.
	api.post('/v1/devices', {
		config,
		schema: {
			operationId: 'createDevice',
			summary:
				'Signs a device in: to a new account, or to an account with the receipt of a payment',
			description:
				'An account has at most three devices; the fourth signs out the one that was unused longest. Returns 404 `no_match` if the receipt is not that of a payment of the account, and 429 after 10 wrong receipts in an hour.',
			body: deviceInput,
			response: { 201: device },
		},
		handler: async (request, reply) => {
			const { account: typed, receipt } = request.body;
			reply.code(201);
			const signIn = (account?: string) =>
				database.write(async (trx) => {
					const own = account ?? (await findFreeAccount(trx));
					const token = await addDevice({ trx, context: toAuditContext(request), now: now() }, own);
					return { account: own, token };
				});
			if (typed === undefined && receipt === undefined) {
				await count('newAccounts', getNetwork(request.ip));
				return signIn();
			}
			if (typed === undefined) throw invalid('account', 'Account is required');
			if (receipt === undefined) throw invalid('receipt', 'Receipt is required');
			const account = toAccountKey(typed) ?? '';
			await prove(request, account, async () => {
				if (!(await isReceiptOfAccount(database.read, account, receipt)))
					throw new AppError('no_match');
			});
			return signIn(account);
		},
	});

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
			description: `Needs the token of a device, or a key of the role \`app\` with \`account\`. Returns 202 with the access, 422 for months without a plan, and 429 above the limits: 3 requests an hour for a phone, 10 a day for an account. Other errors are those of \`POST /api/payments\`. ${REPEATABLE}`,
			body: learnerPayment,
			response: { 202: access },
		},
		handler: async (request, reply) => {
			const { phone_number, months, account: named } = request.body;
			const account = findAccount(request, named);
			const plan = plans.findLast((each) => each.months === months);
			if (!plan) throw invalid('months', `There is no plan for ${months} months`);
			const phone = readPhone(phone_number) as string;
			const input = {
				phone_number,
				amount: plan.amount,
				account_reference: account,
				description: DESCRIPTION,
				months,
			};
			await sendRequest(request, reply, input, {
				check: (trx) => limitRequests(trx, { phone, account }, now()),
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
			return { data: hideDetails(await readAccess(trx, account, now())) };
		});

	api.post('/v1/claims', {
		config,
		schema: {
			operationId: 'claimPayment',
			summary: 'Takes a payment for an unknown account into the account of the device',
			description: `The receipt and the number that paid prove the payment, which can be claimed once. Returns 404 \`no_match\` for every reason alike, and 429 after 10 wrong claims in an hour. ${REPEATABLE}`,
			body: claimInput,
			response: { 200: access },
		},
		handler: async (request, reply) => {
			const account = findAccount(request, undefined);
			await prove(request, account, () => claim(request, reply, account, request.body));
			return reply;
		},
	});
};
