import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction, AuditKind, AuditValues } from '#shared/contract/platform/audit.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import { type AuditContext, formatActor } from '../audit-context.ts';
import type { Database, Db } from '../db/database.ts';
import { lockName } from '../db/engine.ts';

/** Returns the time in the first 48 bits of a UUIDv7, in milliseconds (RFC 9562, section 5.7). */
export const parseIdTime = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Returns the lower bound of the UUIDv7s of an instant (milliseconds). */
export const buildFirstId = (ms: number) => {
	const digits = ms.toString(16).padStart(12, '0');
	return `${digits.slice(0, 8)}-${digits.slice(8)}`;
};

const TIES = 4096;
let lastMs = 0;
let tie = 0;

/**
 * Returns the id of the next audit row: a UUIDv7 above all earlier ones of this process (RFC 9562, section 6.2, method
 * 1), and above `last`, the newest id of any process.
 */
export const createAuditId = (last = '') => {
	const now = Date.now();
	const [ms, lastTie] = [
		last === '' ? 0 : parseIdTime(last),
		Number.parseInt(last.slice(15, 18), 16),
	];
	if (ms > lastMs || (ms === lastMs && lastTie > tie)) [lastMs, tie] = [ms, lastTie];
	if (now > lastMs) [lastMs, tie] = [now, 0];
	else if (++tie === TIES) [lastMs, tie] = [lastMs + 1, 0];
	return `${buildFirstId(lastMs)}-7${tie.toString(16).padStart(3, '0')}${randomUUIDv7().slice(18)}`;
};

/**
 * An action of an actor. The database refuses to change or delete a row. `before`, `after`, `details` and `parents` are
 * JSON.
 */
export interface AuditLogRow {
	/** UUIDv7 of the time in `at`: sorts the list and bounds ranges of days. */
	id: string;
	at: string;
	action: string;
	/** Kind and id as one text, such as `person:0198…`. */
	actor: string;
	actor_name: string;
	actor_role: string | null;
	address: string | null;
	request_id: string | null;
	item_kind: string;
	item_id: string | null;
	item_name: string | null;
	/** Parents, outermost first: `[{"kind", "id", "name"}]`. */
	parents: string | null;
	before: string | null;
	after: string | null;
	details: string | null;
}

declare module '../db/schema.ts' {
	interface Schema {
		audit_log: AuditLogRow;
	}
}

/** An item in an audit row, with the name that it had at the time. */
export interface ItemRef {
	kind: AuditKind;
	id: string;
	name: string | null;
}

/** An action for the audit trail. */
export interface AuditEntry {
	action: AuditAction;
	item: { kind: AuditKind; id: string | null; name: string | null; parents?: readonly ItemRef[] };
	before?: AuditValues | undefined;
	after?: AuditValues | undefined;
	details?: Record<string, unknown> | undefined;
}

/** Kinds of items about payments: their texts can contain phone numbers and request ids. */
const ABOUT_PAYMENTS: ReadonlySet<AuditKind> = new Set([
	'transaction',
	'awaited_receipt',
	'statement_line',
]);
/** Six or more digits in a row, also with spaces and hyphens between them: phones and request ids. */
const LONG_NUMBER = /\d(?:[\s-]?\d){5,}/g;
/** Receipts, ids, days and times, which are stored as they are. */
const UNMASKED =
	/^(?:[A-Z]{2}[A-Z\d]{8}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|20\d\d-\d\d-\d\d(?:T[\d:.]+Z)?)$/;

/** Masks long numbers except for their last three digits: `254712345678` becomes `*********678`. */
const maskNumbers = (text: string) =>
	UNMASKED.test(text)
		? text
		: text.replace(LONG_NUMBER, (number) => {
				let left = number.replace(/\D/g, '').length;
				return number.replace(/\d/g, (digit) => (left-- > 3 ? '*' : digit));
			});

const maskTexts = <Values extends Record<string, unknown>>(values: Values | undefined) =>
	values &&
	(Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			typeof value === 'string' ? maskNumbers(value) : value,
		]),
	) as Values);

/** Masks phone numbers and request ids in an entry about payments. */
const maskEntry = (entry: AuditEntry): AuditEntry => {
	const { item, before, after, details } = entry;
	if (!ABOUT_PAYMENTS.has(item.kind)) return entry;
	return {
		...entry,
		item: { ...item, name: item.name && maskNumbers(item.name) },
		before: maskTexts(before),
		after: maskTexts(after),
		details: maskTexts(details),
	};
};

const waiting = new WeakMap<Db, { context: AuditContext; entry: AuditEntry }[]>();

/**
 * Records an audit row, which `Database.write` inserts at the end of the transaction. Rows about payments have only the
 * last digits of phone numbers and request ids.
 */
export const recordAudit = (trx: Db, context: AuditContext, entry: AuditEntry) => {
	const entries = waiting.get(trx);
	if (!entries) throw new Error('An audit row needs a transaction of Database.write.');
	entries.push({ context, entry: maskEntry(entry) });
};

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

const toRow = (
	{ actor, requestId, address, operation }: AuditContext,
	entry: AuditEntry,
	last: string | undefined,
): AuditLogRow => {
	const id = createAuditId(last);
	const { action, item, before, after } = entry;
	const details = operation === undefined ? entry.details : { ...entry.details, operation };
	return {
		id,
		at: new Date(parseIdTime(id)).toISOString(),
		action,
		actor: formatActor(actor),
		actor_name: actor.name,
		actor_role: actor.role ?? null,
		address,
		request_id: requestId,
		item_kind: item.kind,
		item_id: item.id,
		item_name: item.name,
		parents: item.parents?.length ? JSON.stringify(item.parents) : null,
		before: toJson(before),
		after: toJson(after),
		details: toJson(details),
	};
};

/** The name of the lock that transactions with audit rows hold until they commit. */
export const AUDIT_LOCK = 'audit trail';

/** Returns the newest id of the audit trail; undefined for an empty one. */
export const findNewestAuditId = async (db: Db) =>
	(await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())
		?.id;

/**
 * Wraps the `write` of an engine: inserts recorded audit rows at the end of its transaction. The lock, held until the
 * commit, makes the order of ids the order of commits (decision 0125).
 */
export const withAudit =
	(transact: Database['write']): Database['write'] =>
	(work) =>
		transact(async (trx) => {
			const entries: { context: AuditContext; entry: AuditEntry }[] = [];
			waiting.set(trx, entries);
			const done = await work(trx);
			if (entries.length === 0) return done;
			await lockName(trx, AUDIT_LOCK);
			const last = await findNewestAuditId(trx);
			const rows = entries.map(({ context, entry }) => toRow(context, entry, last));
			for (const some of splitIntoPortions(rows))
				await trx.insertInto('audit_log').values(some).execute();
			return done;
		});

/** Returns the last change of an item before this transaction, with its actor; undefined when there is none. */
export const findLastChange = (db: Db, id: string) =>
	db
		.selectFrom('audit_log')
		.select(['action', 'actor', 'actor_name', 'after'])
		.where('item_id', '=', id)
		// The summary of an operation comes after the row of the item.
		.where('action', '<>', 'bulk')
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
