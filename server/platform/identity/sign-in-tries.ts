import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/database.ts';
import { getNetwork, type Limits } from '../http/limits.ts';

/** Shortens a name: keys of a limiter have at most 255 characters. */
const hashName = (text: string) =>
	createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Takes a try at a password of an account from this network. An account is never locked for all networks. */
export const tryPassword = (limits: Limits, { ip }: FastifyRequest, account: string) => {
	const network = getNetwork(ip);
	return limits.takeTries([
		{ kind: 'signInAccount', who: `${hashName(account)}@${network}` },
		{ kind: 'signInAddress', who: network },
	]);
};

/**
 * Takes a try at a second factor from this network. Authenticator codes also count for all unknown networks together.
 */
export const tryCode = async (
	db: Db,
	limits: Limits,
	{ ip }: FastifyRequest,
	personId: string,
	kind: 'code' | 'recoveryCode',
) => {
	const network = getNetwork(ip);
	const sessions = await db
		.selectFrom('sessions')
		.select('ip_address')
		.where('person_id', '=', personId)
		.execute();
	const known = sessions.some(({ ip_address }) => ip_address && getNetwork(ip_address) === network);
	return limits.takeTries([
		{ kind, who: `${personId}@${network}` },
		...(kind === 'code' && !known ? [{ kind: 'codeElsewhere', who: personId }] : []),
	]);
};

/** Takes a try at a passkey from this network. */
export const tryPasskey = (limits: Limits, { ip }: FastifyRequest) =>
	limits.takeTries([{ kind: 'signInAddress', who: getNetwork(ip) }]);

/** Takes a try from a network, for the first setup or for a link. */
export const tryLink = (limits: Limits, { ip }: FastifyRequest, kind: 'setup' | 'links') =>
	limits.takeTries([{ kind, who: getNetwork(ip) }]);

/** Takes a try to get a link by e-mail, from a network, and for an account from this network. */
export const tryReset = (limits: Limits, { ip }: FastifyRequest, account: string) => {
	const network = getNetwork(ip);
	return limits.takeTries([
		{ kind: 'resetAddress', who: network },
		{ kind: 'resetAccount', who: `${hashName(account)}@${network}` },
	]);
};
