import type { Person } from '#shared/contract/people.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { Db, Trx } from '../../db/database.ts';
import { conflict, notFound } from '../../errors.ts';
import { endLinks, LINK_MS, makeLink } from '../../identity/links.ts';
import { endSessions, findByEmail, itemOf, removeSecondFactor } from './store.ts';

const purposeOf = ({ status }: Person): 'invitation' | 'reset' =>
	status === 'invited' ? 'invitation' : 'reset';

/** Makes the link that gets somebody in, in place of older ones; 409 for who is disabled. */
export const makeLinkFor = async (trx: Trx, { actor }: AuditContext, to: Person) => {
	if (to.status === 'disabled') throw conflict('This person is disabled. Enable them first.');
	const purpose = purposeOf(to);
	const made_by = actor.kind === 'person' ? actor.id : null;
	await endLinks(trx, to.id);
	const made = await makeLink(trx, { purpose, person_id: to.id, made_by }, LINK_MS[purpose]);
	return { purpose, ...made };
};

/** Makes a link for a person and records it. */
export const helpIn = async (trx: Trx, by: AuditContext, to: Person) => {
	const link = await makeLinkFor(trx, by, to);
	recordAudit(trx, by, { action: 'update', item: itemOf(to), details: { link: link.purpose } });
	return link;
};

/** Forgets a second factor that is lost, and signs its person out everywhere. */
export const forgetSecondFactor = async (trx: Trx, by: AuditContext, person: Person) => {
	await removeSecondFactor(trx, person.id);
	await endSessions(trx, person.id);
	recordAudit(trx, by, {
		action: 'update',
		item: itemOf(person),
		before: { second_factor: person.second_factor },
		after: { second_factor: false },
	});
};

/** Finds a person by a typed e-mail address; 404 where there is none. */
export const personByEmail = async (db: Db, typed: string) => {
	const person = await findByEmail(db, typed.normalize('NFKC').trim().toLowerCase());
	if (!person) throw notFound('Person with this e-mail');
	return person;
};
