import type { Need } from '#shared/call.ts';
import { EDITORS_ONLY, type Permission } from '#shared/contract/platform/access.ts';
import { AppError } from '../errors.ts';

/** The access of a route, and whether the password must have been confirmed in the last ten minutes. */
export interface Access {
	permission: Need;
	fresh: boolean;
}

type Entry = Need | { permission: Need; fresh: true };

/** Access by address and method. `HEAD` uses the entry of `GET`. */
export type AccessTable = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

/** Lifetime of a password confirmation for sensitive calls. */
export const FRESH_MS = 10 * 60_000;

/** Returns the access of a route; undefined where the table lacks it. */
export const findAccess = (table: AccessTable, url: string, method: string): Access | undefined => {
	const entry = table[url]?.[method === 'HEAD' ? 'GET' : method];
	if (entry === undefined) return undefined;
	return typeof entry === 'string' ? { permission: entry, fresh: false } : entry;
};

/** The rights of a caller. */
export interface Caller {
	may: ReadonlySet<Permission>;
	/** The session of a person; undefined for a program. */
	session?: { id: string; confirmedAt: number };
	/** Their role requires a second factor that they have not set up. */
	factorMissing: boolean;
	/** The account of a learner's device. */
	account?: string;
}

/** Throws 403 unless the caller has the permission. */
export const requirePermission = (permission: Permission, { may }: Pick<Caller, 'may'>) => {
	if (may.has(permission)) return;
	throw permission === 'content:publish' && may.has('content:write')
		? new AppError('editors_only', EDITORS_ONLY)
		: new AppError('forbidden', `You may not do this. It needs the permission ${permission}.`);
};

/** Throws 403 unless the person has confirmed in the last ten minutes that it is they. */
export const requireFresh = ({ session }: Pick<Caller, 'session'>) => {
	// A confirmation in the future was made before the clock was set back, so its age is unknown.
	if (session && Math.abs(Date.now() - session.confirmedAt) > FRESH_MS)
		throw new AppError('reauth_required');
};

/** Throws unless the caller has the access: 401 without a caller, else 403. */
export const authorize = ({ permission, fresh }: Access, caller: Caller | undefined) => {
	if (permission === 'public') return;
	if (!caller) throw new AppError('unauthenticated');
	if (permission === 'device') {
		if (caller.account === undefined) throw new AppError('unauthenticated');
		return;
	}
	if (permission === 'signed-in') return;
	if (permission === 'self') {
		if (!caller.session) throw new AppError('forbidden', 'API keys cannot use this call.');
	} else {
		requirePermission(permission, caller);
		if (caller.factorMissing) throw new AppError('enrolment_required');
	}
	if (fresh) requireFresh(caller);
};
