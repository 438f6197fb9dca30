import { described, z } from '../zod.ts';
import { namesOf } from './choices.ts';
import { day, inOrder } from './fields.ts';
import { pageLimit } from './lists.ts';
import { byKind } from './resources.ts';

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
	bulk: 'Changed many',
	upload: 'Uploaded',
	import: 'Imported',
	export: 'Exported',
	request: 'Asked to pay',
	check: 'Asked M-Pesa',
	settle: 'Settled',
	adjust: 'Adjusted',
	assign: 'Assigned',
	note: 'Noted',
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
	...byKind(({ label }) => label),
	operation: 'Operation',
	coverage: 'Coverage',
	intake: 'Intake',
	file: 'File',
	catalogue: 'Catalogue',
	transaction: 'Transaction',
	awaited_receipt: 'Awaited receipt',
	statement: 'Statement',
	statement_line: 'Statement line',
	period: 'Month',
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
	z.optional(z.enum(namesOf(words), `${label} is not known`));

export const AUDIT_LIMIT_DEFAULT = 50;

export const historyQuery = z.object({ before: one('Before'), limit: pageLimit() });

export const auditQuery = inOrder(
	z.object({
		actor: described(one('Actor'), 'Kind and id, such as `person:0198…`.'),
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
