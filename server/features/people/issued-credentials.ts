import type { IssuedCredentials, Person, PersonUpdate } from '#shared/contract/people.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { Db, Trx } from '../../db/database.ts';
import { invalid } from '../../errors.ts';
import { endLinks, listLinksMadeBy } from '../../identity/links.ts';
import { listKeys, revokeKey, transferKey } from '../keys/store.ts';
import {
	endSessions,
	findPerson,
	getPerson,
	itemOf,
	recordChange,
	requireAnother,
} from './store.ts';

const liveKeys = async (db: Db, owner: string) =>
	(await listKeys(db, { owner })).filter(({ expires_at }) => Date.parse(expires_at) > Date.now());

/** Lists the keys and links of a person that still work. */
export const issuedCredentialsOf = async (db: Db, personId: string): Promise<IssuedCredentials> => {
	const links = await listLinksMadeBy(db, personId);
	const of = (wanted: 'invitation' | 'reset') =>
		links.filter(({ purpose }) => purpose === wanted).map(({ purpose: _, ...link }) => link);
	return {
		keys: await liveKeys(db, personId),
		invitations: of('invitation'),
		resets: of('reset'),
	};
};

/** Gives keys of a person to other administrators, by key id; 422 for a wrong key or person. */
const transferKeys = async (
	trx: Trx,
	by: AuditContext,
	from: Person,
	keysTo: Readonly<Record<string, string>>,
) => {
	const keys = await liveKeys(trx, from.id);
	for (const [keyId, personId] of Object.entries(keysTo)) {
		const key = keys.find(({ id }) => id === keyId);
		if (!key) throw invalid('keys_to', 'This person does not own this key');
		const to = await findPerson(trx, personId);
		if (to?.id === from.id || to?.role !== 'admin' || to.status !== 'active')
			throw invalid('keys_to', 'Only another administrator can take over a key');
		await transferKey(trx, by, key, to);
	}
};

/** Revokes the keys and links of a person, and records each. */
const endIssuedCredentials = async (trx: Trx, by: AuditContext, { id, name }: Person) => {
	for (const key of await liveKeys(trx, id)) await revokeKey(trx, by, key);
	for (const { person_id, name: of, purpose } of await listLinksMadeBy(trx, id)) {
		if (!person_id) continue;
		await endLinks(trx, person_id);
		recordAudit(trx, by, {
			action: 'update',
			item: itemOf({ id: person_id, name: of }),
			details: { link_ended: purpose, made_by: name },
		});
	}
};

/**
 * Changes the name, role or status of a person. Fails with 409 if no administrator would remain. The caller must lock
 * the administrators.
 */
export const changePerson = async (
	trx: Trx,
	by: AuditContext,
	before: Person,
	{
		name = before.name,
		role = before.role,
		disabled = before.status === 'disabled',
		keys_to,
	}: PersonUpdate,
) => {
	const { id } = before;
	const now = new Date().toISOString();
	if (disabled || role !== 'admin') await requireAnother(trx, before);
	if (keys_to) await transferKeys(trx, by, before, keys_to);
	if (disabled || (role !== before.role && role !== 'admin'))
		await endIssuedCredentials(trx, by, before);
	await trx
		.updateTable('people')
		.set((eb) => ({
			name,
			role,
			disabled_at: disabled ? eb.fn.coalesce('disabled_at', eb.val(now)) : null,
			updated_at: now,
		}))
		.where('id', '=', id)
		.execute();
	if (disabled) {
		await endSessions(trx, id);
		await endLinks(trx, id);
	}
	const after = await getPerson(trx, id);
	recordChange(trx, by, before, after);
	return after;
};
