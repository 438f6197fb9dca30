import { component, openapi, z } from '../zod.ts';
import { BULK_AT_ONCE, bulkActions } from './bulk-actions.ts';
import { among } from './choices.ts';
import { actor, id, instant, reason } from './fields.ts';
import { resourceWord } from './resource-word.ts';

/**
 * Which rows: by their ids, or all that the kind's cross-course list finds by this query, when their number is
 * still `expected`. `to`, of a move: the new parent's id and all above it, by the names that an item has for
 * them: `{course_id}`, `{course_id, subject_id}`, `{course_id, examset_id}`.
 * Of a publish `only_ready` refuses what its preflight stops, as `not_ready`, and what that warns of unless a
 * `reason` says why; the audit trail keeps the reason.
 */
export const bulkRequest = z
	.object({
		kind: resourceWord(),
		action: among('Action', bulkActions),
		ids: z.optional(
			z
				.array(z.string('Ids must be texts'), 'Ids must be a list')
				.check(
					z.minLength(1, 'Ids must name at least one'),
					z.maxLength(BULK_AT_ONCE, `Ids must be at most ${BULK_AT_ONCE}`),
				),
		),
		where: z.optional(z.record(z.string(), z.string('Where must hold texts'), 'Where is a query')),
		expected: z.optional(
			z.int('Expected must be a whole number').check(z.gte(1, 'Expected must be at least 1')),
		),
		to: z.optional(z.record(z.string(), z.string('To must hold ids'), 'To must name a parent')),
		only_ready: z.optional(z.boolean('Only ready must be true or false')),
		reason: z.optional(reason()),
	})
	.check(
		z.refine(({ ids, where }) => ids !== undefined || where !== undefined, {
			path: ['ids'],
			message: 'Ids or where must say which',
		}),
		z.refine(({ ids, where }) => ids === undefined || where === undefined, {
			path: ['where'],
			message: 'Where cannot stand beside ids',
		}),
		z.refine(({ where, expected }) => where === undefined || expected !== undefined, {
			path: ['expected'],
			message: 'Expected must say how many that are',
		}),
		z.refine(({ action, to }) => action !== 'move' || to !== undefined, {
			path: ['to'],
			message: 'To must say where they go',
		}),
		z.refine(({ action, to }) => action === 'move' || to === undefined, {
			path: ['to'],
			message: 'To belongs to a move',
		}),
		z.refine(({ action, only_ready }) => action === 'publish' || only_ready === undefined, {
			path: ['only_ready'],
			message: 'Only ready belongs to a publish',
		}),
		z.refine(({ action, reason }) => action === 'publish' || reason === undefined, {
			path: ['reason'],
			message: 'A reason belongs to a publish',
		}),
	)
	.register(openapi, {
		id: 'BulkRequest',
		examples: [
			{ kind: 'topics', action: 'publish', ids: ['019b7810-9f40-7c3e-8a15-3d2f6c1b0e77'] },
		],
	});
export type BulkRequest = z.infer<typeof bulkRequest>;

/** What became of one row: `code` and `error` as a call about it alone would have answered, null where it is done. */
const rowResult = component('RowResult', {
	id: z.string(),
	name: z.nullable(z.string()),
	ok: z.boolean(),
	code: z.nullable(z.string()),
	error: z.nullable(z.string()),
});
export type RowResult = z.infer<typeof rowResult>;

/** What an operation over many rows has come to. */
export const operation = component('Operation', {
	/** Its id. */
	operation: id(),
	kind: resourceWord(),
	action: z.string().register(openapi, {
		description: 'As asked for; `create` of what an intake saves, `undo` of an undo.',
		examples: ['publish'],
	}),
	at: instant(),
	by: actor,
	state: z.enum(['running', 'done']),
	total: z.int(),
	done: z.int(),
	failed: z.int(),
	/** Until when it can be undone; null where it cannot, or was. */
	undo_until: z.nullable(instant()),
	/** In the order asked; of more than 200 rows those that failed, at most 200. */
	results: z.array(rowResult),
});
export type Operation = z.infer<typeof operation>;

/** What is asked of the list of one's own operations. */
export const operationsQuery = z.object({
	state: z.optional(z.enum(['running'], 'State must be running')),
});
