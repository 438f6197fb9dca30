import { email as emailField, type Person } from '#shared/contract/platform/people.ts';
import type { Passkey, SignInProblem, WaysIn } from '#shared/contract/platform/ways-in.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db, Trx } from '../db/database.ts';
import { notFound } from '../errors.ts';
import { endLinks, hasInvitation } from '../identity/one-time-links.ts';
import type { OidcSettings } from '../settings/identity.ts';
import { findByEmail, getPerson, lockPerson, toAuditItem } from './store.ts';

/** Lists the passkeys of a person, oldest first. */
export const listPasskeys = async (db: Db, personId: string): Promise<Passkey[]> => {
	const rows = await db
		.selectFrom('passkeys')
		.select(['id', 'name', 'created_at', 'last_used_at'])
		.where('person_id', '=', personId)
		.orderBy('created_at')
		.orderBy('id')
		.execute();
	return rows.map((row) => ({ ...row, name: row.name ?? 'Passkey' }));
};

/** Returns the ways in which a person can sign in. */
export const readWaysIn = async (
	db: Db,
	personId: string,
	oidc: OidcSettings | undefined,
): Promise<WaysIn> => {
	const password = await db
		.selectFrom('credentials')
		.select('id')
		.where('person_id', '=', personId)
		.where('password', 'is not', null)
		.executeTakeFirst();
	const linked =
		oidc &&
		(await db
			.selectFrom('provider_accounts')
			.select('subject')
			.where('person_id', '=', personId)
			.where('issuer', '=', oidc.issuer)
			.executeTakeFirst());
	return {
		password: password !== undefined,
		provider: linked !== undefined,
		passkeys: await listPasskeys(db, personId),
	};
};

/** Returns whether a person can still sign in without one of their passkeys. Lock the person first. */
export const hasOtherWay = async (
	trx: Trx,
	personId: string,
	passkeyId: string,
	oidc: OidcSettings | undefined,
) => {
	const { password, provider, passkeys } = await readWaysIn(trx, personId, oidc);
	return (password && !oidc?.only) || provider || passkeys.some(({ id }) => id !== passkeyId);
};

/** Deletes a passkey of a person and records it. Fails with 404 for an unknown one. */
export const deletePasskey = async (
	trx: Trx,
	context: AuditContext,
	person: Person,
	passkeyId: string,
) => {
	const removed = await trx
		.deleteFrom('passkeys')
		.where('person_id', '=', person.id)
		.where('id', '=', passkeyId)
		.returning('name')
		.executeTakeFirst();
	if (!removed) throw notFound('Passkey');
	const details = { passkey: 'removed', name: removed.name ?? '' };
	recordAudit(trx, context, { action: 'update', item: toAuditItem(person), details });
};

/** Ends a way in of a person, by name or by the id of a passkey. Fails with 404 if they do not have it. */
export const endWayIn = async (trx: Trx, context: AuditContext, person: Person, way: string) => {
	const tables = { password: 'credentials', provider: 'provider_accounts' } as const;
	if (way !== 'password' && way !== 'provider') return deletePasskey(trx, context, person, way);
	const ended = await trx
		.deleteFrom(tables[way])
		.where('person_id', '=', person.id)
		.returning('person_id')
		.execute();
	if (ended.length === 0) throw notFound('Way to sign in');
	const details = { way_in_ended: way };
	recordAudit(trx, context, { action: 'update', item: toAuditItem(person), details });
};

/** An account that the identity provider has signed in. */
interface ProviderAccount {
	subject: string;
	email: string | undefined;
	verified: boolean;
}

const findAccountHolder = async (trx: Trx, issuer: string, subject: string) => {
	const row = await trx
		.selectFrom('provider_accounts')
		.select('person_id')
		.where('issuer', '=', issuer)
		.where('subject', '=', subject)
		.executeTakeFirst();
	return row?.person_id;
};

const acceptInvitation = async (trx: Trx, context: AuditContext, person: Person) => {
	const now = new Date().toISOString();
	await trx
		.updateTable('people')
		.set({ joined_at: now, email_verified: true, updated_at: now })
		.where('id', '=', person.id)
		.execute();
	await endLinks(trx, person.id);
	const details = { link: 'invitation', way: 'provider' };
	recordAudit(trx, context, { action: 'update', item: toAuditItem(person), details });
};

/**
 * Returns the person with the verified e-mail address of an account, whom it signs in from now on, or why it may not.
 * Accepts their invitation. Makes no one. A second account with the same address is refused, since the address may have
 * been given to another person.
 */
export const findProviderPerson = async (
	trx: Trx,
	context: AuditContext,
	issuer: string,
	{ subject, email, verified }: ProviderAccount,
): Promise<Person | SignInProblem> => {
	const address = emailField().safeParse(email);
	if (!address.success || !verified) return 'unverified';
	const found = await findByEmail(trx, address.data);
	if (!found) return 'unknown_address';
	const person = await lockPerson(trx, found.id);
	if (person.status === 'disabled') return 'disabled';
	if (person.status === 'invited' && !(await hasInvitation(trx, person.id)))
		return 'invitation_ended';
	const now = new Date().toISOString();
	const linked = await trx
		.insertInto('provider_accounts')
		.values({ person_id: person.id, issuer, subject, created_at: now, last_used_at: now })
		.onConflict((conflict) => conflict.doNothing())
		.returning('subject')
		.executeTakeFirst();
	if (!linked && (await findAccountHolder(trx, issuer, subject)) !== person.id)
		return 'other_account';
	if (person.status === 'invited') await acceptInvitation(trx, context, person);
	if (linked) {
		const details = { provider_linked: issuer };
		recordAudit(trx, context, { action: 'update', item: toAuditItem(person), details });
	} else
		await trx
			.updateTable('provider_accounts')
			.set({ last_used_at: now })
			.where('person_id', '=', person.id)
			.where('issuer', '=', issuer)
			.execute();
	return getPerson(trx, person.id);
};
