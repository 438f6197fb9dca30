import type { Person, PersonUpdate } from '#shared/contract/people.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import { endLinks } from '../../identity/links.ts';
import { endIssuedCredentials, transferKeys } from './issued-credentials.ts';
import { endSessions, getPerson, recordChange, requireAnother } from './store.ts';

/** Changes the name, role or status of a person. 409 where no administrator would remain. The caller locks the administrators. */
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
