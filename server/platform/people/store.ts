import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '#shared/contract/platform/access.ts';
import type { Person } from '#shared/contract/platform/people.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db, Trx } from '../db/database.ts';
import { isId, lockName, lockRows } from '../db/engine.ts';
import { conflict, notFound } from '../errors.ts';
import { computeTag } from '../http/etag.ts';
import { selectAdministrators } from '../identity/one-time-links.ts';
import type { PersonRow } from '../identity/tables.ts';

const getStatus = ({ disabled_at, joined_at }: PersonRow): Person['status'] => {
	if (disabled_at !== null) return 'disabled';
	return joined_at === null ? 'invited' : 'active';
};

const toWire = (row: PersonRow): Person => ({
	id: row.id,
	name: row.name,
	email: row.email,
	role: row.role,
	status: getStatus(row),
	second_factor: row.two_factor_enabled,
	last_seen_at: row.last_seen_at,
	created_at: row.created_at,
	updated_at: row.updated_at,
});

/** Returns the `ETag` of a person, which ignores their last use. */
export const computePersonTag = ({ last_seen_at: _, ...changed }: Person) => computeTag(changed);

const selectPeople = (db: Db) => db.selectFrom('people').selectAll();

/** Lists all people by name. */
export const listPeople = async (db: Db) => {
	const rows = await selectPeople(db).execute();
	return rows
		.map(toWire)
		.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
};

/** Stores the time of a sign-in; from then on the session updates it. */
export const recordLastSeen = (trx: Trx, id: string) =>
	trx
		.updateTable('people')
		.set({ last_seen_at: new Date().toISOString() })
		.where('id', '=', id)
		.execute();

/** Finds a person by id; undefined if there is none. */
export const findPerson = async (db: Db, id: string) => {
	const row = isId(id) ? await selectPeople(db).where('id', '=', id).executeTakeFirst() : undefined;
	return row && toWire(row);
};

/** Finds a person by id. Fails with 404 if there is none. */
export const getPerson = async (db: Db, id: string) => {
	const person = await findPerson(db, id);
	if (!person) throw notFound('Person');
	return person;
};

/** Locks a person until the transaction ends. Fails with 404 if there is none. */
export const lockPerson = async (trx: Trx, id: string) => {
	const query = selectPeople(trx).where('id', '=', id);
	const row = isId(id) ? await lockRows(trx, query, 'change').executeTakeFirst() : undefined;
	if (!row) throw notFound('Person');
	return toWire(row);
};

/** Finds a person by e-mail; undefined if there is none. */
export const findByEmail = async (db: Db, email: string) => {
	const row = await selectPeople(db).where('email', '=', email).executeTakeFirst();
	return row && toWire(row);
};

/** Stores a person who has not joined yet. Fails with 409 if the e-mail is taken. */
export const addPerson = async (
	trx: Trx,
	{ name, email, role }: { name: string; email: string; role: Role },
) => {
	const now = new Date().toISOString();
	const row = {
		id: randomUUIDv7(),
		name,
		email,
		email_verified: false,
		image: null,
		role,
		joined_at: null,
		disabled_at: null,
		two_factor_enabled: false,
		last_seen_at: null,
		created_at: now,
		updated_at: now,
	};
	const stored = await trx
		.insertInto('people')
		.values(row)
		.onConflict((conflict) => conflict.column('email').doNothing())
		.returning('id')
		.executeTakeFirst();
	if (!stored) throw conflict('Someone with this e-mail address already exists.');
	return toWire(row);
};

/** Stores a hashed password; this activates an invited person, with another name if given. */
export const setPassword = async (trx: Trx, id: string, hashed: string, name?: string) => {
	const now = new Date().toISOString();
	await trx
		.insertInto('credentials')
		.values({
			id: randomUUIDv7(),
			person_id: id,
			provider_id: 'credential',
			account_id: id,
			password: hashed,
			created_at: now,
			updated_at: now,
		})
		.onConflict((conflict) =>
			conflict.column('person_id').doUpdateSet({ password: hashed, updated_at: now }),
		)
		.execute();
	await trx
		.updateTable('people')
		.set((eb) => ({
			...(name !== undefined && { name }),
			joined_at: eb.fn.coalesce('joined_at', eb.val(now)),
			email_verified: true,
			updated_at: now,
		}))
		.where('id', '=', id)
		.execute();
};

/** Ends the sessions of a person: all, or all except one. */
export const endSessions = (trx: Trx, personId: string, except?: string) => {
	const query = trx.deleteFrom('sessions').where('person_id', '=', personId);
	return (except === undefined ? query : query.where('id', '!=', except)).execute();
};

/** Maximum number of sessions of a person. */
const SESSIONS_MAX = 10;

/** Ends the oldest sessions of a person above the maximum, and sessions that a clock set back dates in the future (0057). */
export const endOldSessions = (trx: Trx, personId: string) => {
	const now = new Date().toISOString();
	return trx
		.deleteFrom('sessions')
		.where('person_id', '=', personId)
		.where(
			'id',
			'not in',
			trx
				.selectFrom('sessions')
				.select('id')
				.where('person_id', '=', personId)
				.orderBy(({ case: either }) => either().when('created_at', '>', now).then(1).else(0).end())
				.orderBy('created_at', 'desc')
				.orderBy('id', 'desc')
				.limit(SESSIONS_MAX),
		)
		.execute();
};

/** Locks the set of administrators until the transaction ends, so that it changes one at a time. */
export const lockAdministrators = (trx: Trx) => lockName(trx, 'administrators');

/** Returns whether there is an active administrator, other than `without` if given. */
export const hasAdministrator = async (db: Db, without?: string) => {
	const admins = selectAdministrators(db).select('id');
	const query = without === undefined ? admins : admins.where('id', '!=', without);
	return (await query.limit(1).executeTakeFirst()) !== undefined;
};

/** Fails with 409 if a person who stops being an administrator is the last one. */
export const requireAnother = async (trx: Trx, { id, role, status }: Person) => {
	if (role !== 'admin' || status !== 'active' || (await hasAdministrator(trx, id))) return;
	throw conflict('At least one administrator must remain.');
};

/**
 * Creates the first administrator; returns undefined if there is one already. Locks, so that only one request succeeds.
 */
export const addFirstAdministrator = async (
	trx: Trx,
	context: AuditContext,
	{ name, email, hashed }: { name: string; email: string; hashed: string },
	details: Record<string, string>,
) => {
	await lockAdministrators(trx);
	if (await hasAdministrator(trx)) return undefined;
	const person = await addPerson(trx, { name, email, role: 'admin' });
	await setPassword(trx, person.id, hashed);
	const after = { name, email, role: 'admin' };
	recordAudit(trx, context, { action: 'create', item: toAuditItem(person), after, details });
	return person;
};

/** Removes the second factor of a person. */
export const removeSecondFactor = async (trx: Trx, personId: string) => {
	await trx.deleteFrom('second_factors').where('person_id', '=', personId).execute();
	await trx
		.updateTable('people')
		.set({ two_factor_enabled: false, updated_at: new Date().toISOString() })
		.where('id', '=', personId)
		.execute();
};

/** Returns a person as an audit row names them. */
export const toAuditItem = ({ id, name }: Pick<Person, 'id' | 'name'>) => ({
	kind: 'person' as const,
	id,
	name,
});

const AUDITED_FIELDS = ['name', 'role', 'status'] as const;

/** Records the changed fields of a person; records nothing without changes. */
export const recordChange = (trx: Trx, context: AuditContext, before: Person, after: Person) => {
	const changed = AUDITED_FIELDS.filter((field) => before[field] !== after[field]);
	if (changed.length === 0) return;
	const only = (person: Person) =>
		Object.fromEntries(changed.map((field) => [field, person[field]]));
	recordAudit(trx, context, {
		action: 'update',
		item: toAuditItem(before),
		before: only(before),
		after: only(after),
	});
};
