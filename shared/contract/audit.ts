import { component, described, z } from '../zod.ts';
import { auditActions } from './audit-query.ts';
import { id, instant } from './fields.ts';

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
	action: described(z.string(), `One of ${Object.keys(auditActions).join(', ')}.`),
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
		parents: described(z.array(named), 'Parents, outermost first.'),
	}),
	before: described(values(), 'Previous values of the changed or deleted fields.'),
	after: described(values(), 'New values of the changed or created fields.'),
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
