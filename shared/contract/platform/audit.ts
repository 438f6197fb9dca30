import { component, describeAs, z } from '../../zod.ts';
import { mapByKind } from '../content/resources.ts';
import { listNames } from './choices.ts';
import { day, id, inOrder, instant } from './fields.ts';
import { pageLimit } from './lists.ts';

/** Actions in the audit trail, as the console names them. */
export const auditActions = {
	create: 'Created',
	copy: 'Copied',
	update: 'Changed',
	reorder: 'Put in order',
	delete: 'Deleted',
	restore: 'Restored',
	purge: 'Deleted for good',
	move: 'Moved',
	publish: 'Published',
	bulk: 'Changed many',
	upload: 'Uploaded',
	import: 'Imported',
	export: 'Exported',
	request: 'Asked to pay',
	check: 'Asked M-Pesa',
	settle: 'Decided',
	adjust: 'Adjusted',
	assign: 'Assigned',
	note: 'Noted',
	grant: 'Gave months',
	review: 'Asked to close',
	close: 'Closed',
	reopen: 'Opened again',
	reveal: 'Saw the number',
	search: 'Searched for a number',
	sign_in: 'Signed in',
	sign_out: 'Signed out',
	sign_in_refused: 'Sign-in refused',
	refused: 'Refused',
	limited: 'Slowed down',
} as const;
export type AuditAction = keyof typeof auditActions;

/** Kinds of items in the audit trail. */
export const auditKinds = {
	...mapByKind(({ label }) => label),
	operation: 'Operation',
	problem: 'Reported problem',
	coverage: 'Coverage',
	intake: 'Intake',
	file: 'File',
	catalogue: 'Catalogue',
	transaction: 'Transaction',
	awaited_receipt: 'Expected receipt',
	statement: 'Statement',
	statement_line: 'Statement line',
	period: 'Month',
	account: 'Account',
	person: 'Person',
	key: 'API key',
	session: 'Session',
	policy: 'Policy',
	address: 'Address',
} as const;
export type AuditKind = keyof typeof auditKinds;

const one = (label: string) =>
	z.optional(z.string(`${label} must be one text`).check(z.maxLength(200)));
const word = <Name extends string>(label: string, words: Record<Name, string>) =>
	z.optional(z.enum(listNames(words), `${label} is not known`));

export const AUDIT_LIMIT_DEFAULT = 50;

export const historyQuery = z.object({ before: one('Before'), limit: pageLimit() });

export const auditQuery = inOrder(
	z.object({
		actor: one('Actor'),
		item_kind: word('Item kind', auditKinds),
		item_id: one('Item'),
		action: word('Action', auditActions),
		from: day('From'),
		to: day('To'),
		before: one('Before'),
		operation: one('Operation'),
		limit: pageLimit(),
	}),
);
export type AuditQuery = z.infer<typeof auditQuery>;

/** A value of a field. A reference to another item includes its name at the time. */
export type AuditValue =
	| string
	| number
	| boolean
	| null
	| readonly string[]
	| { id: string; name: string | null };
/** Fields and their values. */
export type AuditValues = Record<string, AuditValue>;

const named = z.object({ kind: z.string(), id: z.string(), name: z.nullable(z.string()) });
const value = z.union([
	z.string(),
	z.number(),
	z.boolean(),
	z.null(),
	z.array(z.string()),
	z.object({ id: z.string(), name: z.nullable(z.string()) }),
]);
const values = () => z.nullable(z.record(z.string(), value));

/** An action in the audit trail. Phone numbers and request ids are masked. */
export const auditRow = component('AuditRow', {
	id: id(),
	at: instant(),
	action: describeAs(z.string(), `One of ${Object.keys(auditActions).join(', ')}.`),
	actor: z.object({
		kind: z.string(),
		id: z.string(),
		name: z.string(),
		role: z.nullable(z.string()),
	}),
	address: z.nullable(z.string()),
	request_id: z.nullable(z.string()),
	item: z.object({
		kind: z.string(),
		id: z.nullable(z.string()),
		name: z.nullable(z.string()),
		parents: z.array(named),
	}),
	before: values(),
	after: values(),
	details: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditRow = z.infer<typeof auditRow>;

/** Rows, newest first, and the value of `before` for the next, older page; null on the last page. */
export const auditPage = z.object({ data: z.array(auditRow), next: z.nullable(id()) });
export type AuditPage = z.infer<typeof auditPage>;

export const auditActors = z.array(
	component('AuditActor', { actor: z.string(), name: z.string(), role: z.nullable(z.string()) }),
);
export type AuditActor = z.infer<typeof auditActors>[number];
