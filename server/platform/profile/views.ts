import { randomUUIDv7 } from 'node:crypto';
import { VIEWS_MAX, type View, type ViewCreate } from '#shared/contract/platform/views.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db, Trx } from '../db/database.ts';
import { AppError, conflict, notFound } from '../errors.ts';
import { lockPerson, toAuditItem } from '../people/store.ts';

interface ViewRow extends Omit<View, 'own'> {
	person_id: string;
	created_at: string;
}

declare module '../db/schema.ts' {
	interface Schema {
		views: ViewRow;
	}
}

/** Lists the views of a person and those that administrators share, by name. */
export const listViews = async (db: Db, personId: string): Promise<View[]> => {
	const rows = await db
		.selectFrom('views')
		.selectAll()
		.where((where) => where.or([where('person_id', '=', personId), where('shared', '=', true)]))
		.orderBy('name')
		.orderBy('id')
		.execute();
	return rows.map(({ person_id, created_at, ...view }) => ({
		...view,
		own: person_id === personId,
	}));
};

interface ViewChange {
	context: AuditContext;
	personId: string;
	isAdmin: boolean;
}

/** Keeps a view. Fails with 409 for the 21st one, and with 403 to share one without being an administrator. */
export const keepView = async (
	trx: Trx,
	{ context, personId, isAdmin }: ViewChange,
	{ name, address, shared = false }: ViewCreate,
): Promise<View> => {
	if (shared && !isAdmin) throw new AppError('forbidden');
	const person = await lockPerson(trx, personId);
	const own = (await listViews(trx, personId)).filter((view) => view.own);
	if (own.length >= VIEWS_MAX)
		throw conflict(`You have ${VIEWS_MAX} views already. Remove one first.`);
	const view = { id: randomUUIDv7(), name, address, shared };
	const row = { ...view, person_id: personId, created_at: new Date().toISOString() };
	await trx.insertInto('views').values(row).execute();
	const details = { view: 'added', name, shared };
	recordAudit(trx, context, { action: 'update', item: toAuditItem(person), details });
	return { ...view, own: true };
};

/** Removes a view of the person or, for an administrator, a shared one. Fails with 404 for others. */
export const removeView = async (
	trx: Trx,
	{ context, personId, isAdmin }: ViewChange,
	viewId: string,
) => {
	const person = await lockPerson(trx, personId);
	const view = (await listViews(trx, personId)).find(({ id }) => id === viewId);
	if (!view || !(view.own || isAdmin)) throw notFound('View');
	await trx.deleteFrom('views').where('id', '=', viewId).execute();
	const details = { view: 'removed', name: view.name, shared: view.shared };
	recordAudit(trx, context, { action: 'update', item: toAuditItem(person), details });
};
