import type { IssuedCredentials, Person, PersonUpdate } from '#shared/contract/platform/people.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db, Trx } from '../db/database.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { endLinks, LINK_MS, listLinksMadeBy, makeLink } from '../identity/one-time-links.ts';
import { listKeys, revokeKey, transferKey } from '../keys/store.ts';
import {
	endSessions,
	findByEmail,
	findPerson,
	getPerson,
	recordChange,
	removeSecondFactor,
	requireAnother,
	toAuditItem,
} from './store.ts';

const listLiveKeys = async (db: Db, owner: string) =>
	(await listKeys(db, { owner })).filter(({ expires_at }) => Date.parse(expires_at) > Date.now());

/** Lists the keys and links of a person that still work (decision 0060). */
export const listIssuedCredentials = async (
	db: Db,
	personId: string,
): Promise<IssuedCredentials> => {
	const links = await listLinksMadeBy(db, personId);
	const of = (wanted: 'invitation' | 'reset') =>
		links.filter(({ purpose }) => purpose === wanted).map(({ purpose: _, ...link }) => link);
	return {
		keys: await listLiveKeys(db, personId),
		invitations: of('invitation'),
		resets: of('reset'),
	};
};

/** Gives keys of a person to other administrators, by key id; 422 for a wrong key or person. */
const transferKeys = async (
	trx: Trx,
	context: AuditContext,
	from: Person,
	keysTo: Readonly<Record<string, string>>,
) => {
	const keys = await listLiveKeys(trx, from.id);
	for (const [keyId, personId] of Object.entries(keysTo)) {
		const key = keys.find(({ id }) => id === keyId);
		if (!key) throw invalid('keys_to', 'This person does not own this key');
		const to = await findPerson(trx, personId);
		if (to?.id === from.id || to?.role !== 'admin' || to.status !== 'active')
			throw invalid('keys_to', 'Only another administrator can take over a key');
		await transferKey(trx, context, key, to);
	}
};

/** Revokes the keys and links of a person, and records each. */
const endIssuedCredentials = async (trx: Trx, context: AuditContext, { id, name }: Person) => {
	for (const key of await listLiveKeys(trx, id)) await revokeKey(trx, context, key);
	for (const { person_id, name: of, purpose } of await listLinksMadeBy(trx, id)) {
		if (!person_id) continue;
		await endLinks(trx, person_id);
		recordAudit(trx, context, {
			action: 'update',
			item: toAuditItem({ id: person_id, name: of }),
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
	context: AuditContext,
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
	if (keys_to) await transferKeys(trx, context, before, keys_to);
	if (disabled || (role !== before.role && role !== 'admin'))
		await endIssuedCredentials(trx, context, before);
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
	recordChange(trx, context, before, after);
	return after;
};

const getLinkPurpose = ({ status }: Person): 'invitation' | 'reset' =>
	status === 'invited' ? 'invitation' : 'reset';

/** Creates an invitation or reset link and revokes the person's older links. Fails with 409 for a disabled person. */
export const makeLinkFor = async (trx: Trx, { actor }: AuditContext, to: Person) => {
	if (to.status === 'disabled') throw conflict('This person is disabled. Enable them first.');
	const purpose = getLinkPurpose(to);
	const made_by = actor.kind === 'person' ? actor.id : null;
	await endLinks(trx, to.id);
	const made = await makeLink(trx, { purpose, person_id: to.id, made_by }, LINK_MS[purpose]);
	return { purpose, ...made };
};

/** Creates a link for a person and records it. */
export const createAccessLink = async (trx: Trx, context: AuditContext, to: Person) => {
	const link = await makeLinkFor(trx, context, to);
	recordAudit(trx, context, {
		action: 'update',
		item: toAuditItem(to),
		details: { link: link.purpose },
	});
	return link;
};

/** Removes a lost second factor and ends all sessions of its owner. */
export const resetSecondFactor = async (trx: Trx, context: AuditContext, person: Person) => {
	await removeSecondFactor(trx, person.id);
	await endSessions(trx, person.id);
	recordAudit(trx, context, {
		action: 'update',
		item: toAuditItem(person),
		before: { second_factor: person.second_factor },
		after: { second_factor: false },
	});
};

/** Finds a person by a typed e-mail address. Fails with 404 if there is none. */
export const findPersonByEmail = async (db: Db, typed: string) => {
	const person = await findByEmail(db, typed.normalize('NFKC').trim().toLowerCase());
	if (!person) throw notFound('Person with this e-mail');
	return person;
};
