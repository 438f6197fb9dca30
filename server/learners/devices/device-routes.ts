import type { FastifyRequest } from 'fastify';
import { toAccountKey } from '#shared/account.ts';
import { device, deviceInput, ownDevice } from '#shared/contract/finance/accounts.ts';
import { z } from '#shared/zod.ts';
import { isCounting } from '../../finance/payments/access.ts';
import { makeDeviceAccount } from '../../finance/payments/accounts.ts';
import type { Acting } from '../../platform/api/acting.ts';
import {
	answerOnce,
	REPEATABLE,
	runUnlessAnswered,
	type Seal,
	sendAnswer,
} from '../../platform/api/idempotency.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { type Count, getNetwork } from '../../platform/http/limits.ts';
import { spendCode } from './codes.ts';
import { addDevice, listOwnDevices, type Proof, removeDevice } from './store.ts';

interface Options {
	database: Database;
	now: () => number;
	count: Count;
	/** The secret of the installation, for the hashes of codes. */
	secret: string;
	seal: Seal;
}

/** Runs a proof; a wrong one counts for its address, and is 429 above the limit. A right one is never refused. */
export const countWrong = async <T>(
	{ ip }: FastifyRequest,
	count: Count,
	proof: () => Promise<T>,
): Promise<T> => {
	try {
		return await proof();
	} catch (error) {
		if (error instanceof AppError && error.code === 'no_match')
			await count('wrongProofs', getNetwork(ip));
		throw error;
	}
};

const config = { learners: true };

/** Adds the calls that sign devices in and out. */
export const addDeviceRoutes = (api: Api, { database, now, count, secret, seal }: Options) => {
	/** Returns the account and what proves it. Fails with 404 `no_match` if nothing does. */
	const findProof = async (
		acting: Acting,
		{ account: typed, receipt, code }: z.infer<typeof deviceInput>,
	): Promise<{ account: string; proof: Proof }> => {
		if (typed === undefined)
			return { account: await makeDeviceAccount(acting), proof: { by: 'new_account' } };
		const account = toAccountKey(typed) ?? '';
		if (code !== undefined) {
			const id = await spendCode(acting, { account, code, secret });
			if (id !== undefined) return { account, proof: { by: 'code', id } };
		} else if (receipt !== undefined && (await isCounting(acting.trx, account, receipt)))
			return { account, proof: { by: 'payment', receipt } };
		throw new AppError('no_match');
	};

	api.post('/v1/devices', {
		config,
		schema: {
			operationId: 'createDevice',
			summary:
				'Signs a device in: to a new account, or to an account with a receipt or a code of the staff',
			description: `The receipt is that of a payment that counts for the account, typed or in a whole message of M-Pesa; the device is signed out when the payment stops counting. An account has at most three devices: the fourth signs out the one that was unused longest if that was unused for a day, else 409 \`devices_full\`. Returns 404 \`no_match\` for a wrong receipt or code, and 429 for wrong ones above 300 an hour of an address; a right one is never refused. New accounts are limited to 600 an hour of an address. ${REPEATABLE} The answer is stored encrypted, for requests from the same address.`,
			body: deviceInput,
			response: { 201: device },
		},
		handler: async (request, reply) => {
			const { account, receipt, code } = request.body;
			const isNew = account === undefined && receipt === undefined && code === undefined;
			if (!isNew && account === undefined) throw invalid('account', 'Account is required');
			if (!isNew && receipt === undefined && code === undefined)
				throw invalid('receipt', 'Receipt is required');
			if (receipt !== undefined && code !== undefined)
				throw invalid('code', 'Send a receipt or a code, not both');
			if (isNew)
				await runUnlessAnswered(database, request, () =>
					count('newAccounts', getNetwork(request.ip)),
				);
			const answer = await countWrong(request, count, () =>
				answerOnce(
					database,
					request,
					async (trx, context) => {
						const acting = { trx, context, now: now() };
						const found = await findProof(acting, request.body);
						const token = await addDevice(acting, found.account, found.proof);
						const data = { account: found.account, token };
						return { status: 201, body: { success: true, data } };
					},
					request.body,
					seal,
				),
			);
			return sendAnswer(reply, answer);
		},
	});

	api.get('/v1/devices', {
		config,
		schema: {
			operationId: 'listDevices',
			summary: 'Lists the devices of the account of the device, the last used first',
			response: { 200: z.array(ownDevice) },
		},
		handler: ({ caller, actor }) =>
			listOwnDevices(database.read, caller?.account as string, actor.id),
	});

	api.delete('/v1/devices/:id', {
		config,
		schema: {
			operationId: 'removeDevice',
			summary: 'Signs a device of the account out: one by its id, or `this`',
			params: z.object({ id: z.string() }),
			response: { 200: z.null() },
		},
		handler: async (request) => {
			const { id } = request.params;
			await database.write((trx) =>
				removeDevice(
					{ trx, context: toAuditContext(request), now: now() },
					request.caller?.account as string,
					id === 'this' ? request.actor.id : id,
				),
			);
			return null;
		},
	});
};
