import type { Person } from '#shared/contract/people.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { Db, Trx } from '../../db/database.ts';
import { conflict, notFound } from '../../errors.ts';
import { endLinks, LINK_MS, makeLink } from '../../identity/links.ts';
import { endSessions, findByEmail, itemOf, removeSecondFactor } from './store.ts';

const purposeOf = ({ status }: Person): 'invitation' | 'reset' =>
	status === 'invited' ? 'invitation' : 'reset';

/** Creates an invitation or reset link and revokes the person's older links. Fails with 409 for a disabled person. */
export const makeLinkFor = async (trx: Trx, { actor }: AuditContext, to: Person) => {
	if (to.status === 'disabled') throw conflict('This person is disabled. Enable them first.');
	const purpose = purposeOf(to);
	const made_by = actor.kind === 'person' ? actor.id : null;
	await endLinks(trx, to.id);
	const made = await makeLink(trx, { purpose, person_id: to.id, made_by }, LINK_MS[purpose]);
	return { purpose, ...made };
};

/** Creates a link for a person and records it. */
export const createAccessLink = async (trx: Trx, by: AuditContext, to: Person) => {
	const link = await makeLinkFor(trx, by, to);
	recordAudit(trx, by, { action: 'update', item: itemOf(to), details: { link: link.purpose } });
	return link;
};

/** Removes a lost second factor and ends all sessions of its owner. */
export const resetSecondFactor = async (trx: Trx, by: AuditContext, person: Person) => {
	await removeSecondFactor(trx, person.id);
	await endSessions(trx, person.id);
	recordAudit(trx, by, {
		action: 'update',
		item: itemOf(person),
		before: { second_factor: person.second_factor },
		after: { second_factor: false },
	});
};

/** Finds a person by a typed e-mail address. Fails with 404 if there is none. */
export const personByEmail = async (db: Db, typed: string) => {
	const person = await findByEmail(db, typed.normalize('NFKC').trim().toLowerCase());
	if (!person) throw notFound('Person with this e-mail');
	return person;
};
