import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database, Trx } from '../db/database.ts';
import type { Limit } from '../http/limits.ts';
import { networkOf } from '../http/network.ts';
import { takeTry } from './attempts.ts';

/** The limits of what can be guessed. */
type Limited = 'signInAccount' | 'signInAddress' | 'code' | 'codeElsewhere' | 'recoveryCode';
export type TryLimits = Record<
	Limited | 'resetAccount' | 'resetAddress' | 'setup' | 'links',
	Limit
>;

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
	const taken = await takeTry(database, [
		{ subject: own, limit: limits.signInAccount },
		{ subject: `network:${network}`, limit: limits.signInAddress },
	]);
	return { succeeded: (trx: Trx) => taken.giveBack(trx, [own]) };
};

/**
 * Takes a try at somebody's second factor: of this person from this network, and for a code of an
 * authenticator also of this person from all networks together but those that they are signed in from.
 * Six digits can be guessed from many places at once; who does so must not lock the owner out where they
 * are, nor keep their recovery codes from working.
 */
export const tryCode = async (
	database: Database,
	limits: TryLimits,
	request: FastifyRequest,
	personId: string,
	kind: 'code' | 'recoveryCode',
) => {
	const network = networkOf(request.ip);
	const own = `${kind}:${personId}@${network}`;
	const sessions = await database.read
		.selectFrom('sessions')
		.select('ip_address')
		.where('person_id', '=', personId)
		.execute();
	const known = sessions.some(({ ip_address }) => ip_address && networkOf(ip_address) === network);
	const taken = await takeTry(database, [
		{ subject: own, limit: limits[kind] },
		...(kind === 'code' && !known
			? [{ subject: `code:${personId}`, limit: limits.codeElsewhere }]
			: []),
	]);
	return { succeeded: (trx: Trx) => taken.giveBack(trx, [own]) };
};

/** Takes a try of a kind from a network, and where one is named from an account from there as well. */
export const tryOnce = (
	database: Database,
	request: FastifyRequest,
	kind: string,
	limit: Limit,
	account?: { name: string; limit: Limit },
) => {
	const network = networkOf(request.ip);
	return takeTry(database, [
		{ subject: `${kind}:${network}`, limit },
		...(account
			? [{ subject: `${kind}:${nameOf(account.name)}@${network}`, limit: account.limit }]
			: []),
	]);
};
