import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database, Trx } from '../db/database.ts';
import type { Limit } from '../http/limits.ts';
import { networkOf } from '../http/network.ts';
import { takeTry } from './attempts.ts';

/** The limits of what can be guessed. */
export interface TryLimits {
	signInAccount: Limit;
	signInAddress: Limit;
	resetAccount: Limit;
	resetAddress: Limit;
	setup: Limit;
	links: Limit;
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * Takes a try at somebody's password: of this account from this network, and of this network. An
 * account is never closed as such: who guesses elsewhere must not lock its owner out.
 */
export const tryPassword = async (
	database: Database,
	limits: TryLimits,
	request: FastifyRequest,
	account: string,
) => {
	const network = networkOf(request.ip);
	const own = `account:${nameOf(account)}@${network}`;
	const taken = await takeTry(
		database,
		[
			{ subject: own, limit: limits.signInAccount },
			{ subject: `network:${network}`, limit: limits.signInAddress },
		],
		Date.now(),
	);
	return { succeeded: (trx: Trx) => taken.giveBack(trx, [own]) };
};

/** Takes a try of a kind from a network, and where one is named from an account as well. */
export const tryOnce = (
	database: Database,
	request: FastifyRequest,
	kind: string,
	limit: Limit,
	account?: { name: string; limit: Limit },
) =>
	takeTry(
		database,
		[
			{ subject: `${kind}:${networkOf(request.ip)}`, limit },
			...(account ? [{ subject: `${kind}:${nameOf(account.name)}`, limit: account.limit }] : []),
		],
		Date.now(),
	);
