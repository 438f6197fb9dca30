import type { FastifyRequest } from 'fastify';
import { toAccountKey } from '#shared/account.ts';
import type { deviceInput } from '#shared/contract/finance/accounts.ts';
import { deviceCalls } from '#shared/contract/learners/calls.ts';
import type { z } from '#shared/zod.ts';
import { isCounting } from '../../finance/payments/access.ts';
import { makeDeviceAccount } from '../../finance/payments/accounts.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import {
	answerOnce,
	runUnlessAnswered,
	type Seal,
	sendAnswer,
} from '../../platform/api/idempotency.ts';
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

	answerCalls(api, { database, now }, deviceCalls, {
		createDevice: async (request, reply) => {
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

		listDevices: ({ caller, actor }) =>
			listOwnDevices(database.read, caller?.account as string, actor.id),
		removeDevice: {
			write: (acting, { params: { id }, caller, actor }) =>
				removeDevice(acting, caller?.account as string, id === 'this' ? actor.id : id),
		},
	});
};
