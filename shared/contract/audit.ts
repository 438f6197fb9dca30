import { z } from '../zod.ts';
import { day, id, inOrder, instant } from './fields.ts';
import { pageLimit } from './lists.ts';
import { byKind } from './resources.ts';

/** What people do that is written down, in the words of the console. */
export const auditActions = {
	create: 'Created',
	update: 'Changed',
	delete: 'Deleted',
	upload: 'Uploaded',
	import: 'Imported',
	export: 'Exported',
	request: 'Asked to pay',
	check: 'Asked M-Pesa',
	settle: 'Settled',
	sign_in: 'Signed in',
	sign_out: 'Signed out',
	sign_in_refused: 'Sign-in refused',
	refused: 'Refused',
	limited: 'Slowed down',
} as const;
export type AuditAction = keyof typeof auditActions;

/** What it is done to. */
export const auditKinds = {
	...byKind(({ label }) => label),
	file: 'File',
	catalogue: 'Catalogue',
	transaction: 'Transaction',
	person: 'Person',
	key: 'API key',
	session: 'Session',
	policy: 'Policy',
	address: 'Address',
} as const;
export type AuditKind = keyof typeof auditKinds;

/** A value of a field: another item that it names is written with its name at the time. */
export type AuditValue = string | number | boolean | null | { id: string; name: string | null };
/** Fields and their values. */
export type AuditValues = Record<string, AuditValue>;

const named = z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() });
const value = z.union([
	z.string(),
	z.number(),
	z.boolean(),
	z.null(),
	z.object({ id: z.string(), name: z.string().nullable() }),
]);
const values = z.record(z.string(), value).nullable();

const row = z.object({
	id: id(),
	at: instant(),
	action: z.string().meta({ description: `One of ${Object.keys(auditActions).join(', ')}.` }),
	actor: z
		.object({
			kind: z.string(),
			id: z.string(),
			name: z.string(),
			role: z.string().nullable(),
		})
		.meta({ description: 'Who, as they were called then.' }),
	address: z
		.string()
		.nullable()
		.meta({ description: 'The network address it came from; in a history always null.' }),
	request_id: z.string().nullable(),
	item: z.object({
		kind: z.string(),
		id: z.string().nullable(),
		name: z.string().nullable(),
		parents: z.array(named).meta({ description: 'What it lies under, outermost first.' }),
	}),
	before: values.meta({ description: 'What was changed or deleted, as it was.' }),
	after: values.meta({ description: 'The same as it is now, or what was created.' }),
	details: z.record(z.string(), z.unknown()).nullable(),
});

/** One thing that somebody did. Phone numbers and request ids in it are masked. */
export const auditRow = row.meta({ id: 'AuditRow' });
export type AuditRow = z.infer<typeof auditRow>;

/** A row with its place in its chain: see `ufundi audit verify`. */
export const chainedAuditRow = row
	.extend({ chain: z.string(), seq: z.int(), hash: z.string() })
	.meta({ id: 'ChainedAuditRow' });

/** Rows, newest first, and the id to ask `before` with for older ones; null where there are none. */
export const auditPage = z.object({ data: z.array(auditRow), next: id().nullable() });
export type AuditPage = z.infer<typeof auditPage>;

const one = (label: string) => z.string(`${label} must be one text`).max(200).optional();
const word = <T extends string>(label: string, words: Record<T, string>) =>
	z.enum(Object.keys(words) as [T, ...T[]], `${label} is not known`).optional();

export const AUDIT_LIMIT_DEFAULT = 50;

/** What is asked of the history of one item. */
export const historyQuery = z.object({ before: one('Before'), limit: pageLimit() });

export const auditQuery = inOrder(
	z.object({
		actor: one('Actor').meta({ description: 'Kind and id, as in `person:0198…`.' }),
		item_kind: word('Item kind', auditKinds),
		item_id: one('Item'),
		action: word('Action', auditActions),
		from: day('From'),
		to: day('To'),
		before: one('Before'),
		limit: pageLimit(),
	}),
);
export type AuditQuery = z.infer<typeof auditQuery>;

/** Everybody who ever did something, for a filter. */
export const auditActors = z.array(
	z
		.object({ actor: z.string(), name: z.string(), role: z.string().nullable() })
		.meta({ id: 'AuditActor' }),
);
export type AuditActor = z.infer<typeof auditActors>[number];
