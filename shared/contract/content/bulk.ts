import { component, openapi, z } from '../../zod.ts';
import { among } from '../platform/choices.ts';
import { actor, id, instant, visibleFrom } from '../platform/fields.ts';
import { paged } from '../platform/lists.ts';
import { type AnyResource, findFileField, getColumn } from './resource.ts';
import { resourceSlug } from './resources.ts';

/** Bulk actions. */
export const bulkActions = ['publish', 'unpublish', 'free', 'premium', 'delete', 'move'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** The actions of operations: bulk actions, the creates of an intake, decisions about payments, and undo. Earlier releases stored `assign` and `book`. */
export type OperationAction = BulkAction | 'create' | 'decide' | 'assign' | 'book' | 'undo';

/** Maximum number of ids in one request. */
export const BULK_IDS_MAX = 200;

/** Makes the schema of the ids of a request: 1 to `BULK_IDS_MAX`. */
export const idList = () =>
	z
		.array(z.string('Ids must be texts'), 'Ids must be a list')
		.check(
			z.minLength(1, 'Ids must name at least one'),
			z.maxLength(BULK_IDS_MAX, `Ids must be at most ${BULK_IDS_MAX}`),
		);

/** Maximum number of rows that one request runs; repeat the request for the next portion. */
export const PORTION_MAX = 1_000;

const SWITCHES: Partial<Record<BulkAction, readonly [column: string, value: boolean]>> = {
	publish: ['published', true],
	unpublish: ['published', false],
	free: ['free', true],
	premium: ['free', false],
};

/** Returns the field that an action switches and its new value; undefined where a kind lacks it. */
export const findSwitch = (resource: AnyResource, action: BulkAction) => {
	const [column, value] = SWITCHES[action] ?? [];
	const fields = Object.keys(resource.update.shape);
	const field = fields.find((name) => getColumn(resource, name) === column);
	return field === undefined ? undefined : { [field]: value as boolean };
};

/** Returns whether an item is published, but has no file that learners could open. */
export const isWithoutFile = (resource: AnyResource, item: object) => {
	const [published = ''] = Object.keys(findSwitch(resource, 'publish') ?? {});
	const fields = item as Readonly<Record<string, unknown>>;
	return fields[published] === true && fields[findFileField(resource) ?? ''] === null;
};

/** Lists the actions of a kind. */
export const listBulkActions = (resource: AnyResource) =>
	bulkActions.filter((action) => {
		if (action === 'move') return resource.path.includes(':');
		return action === 'delete' || findSwitch(resource, action) !== undefined;
	});

const listBrokenRules = (body: {
	operation?: unknown;
	kind?: unknown;
	action?: unknown;
	ids?: unknown;
	where?: unknown;
	expected?: unknown;
	to?: unknown;
	visible_from?: unknown;
}): [field: string, message: string][] => {
	const { operation, kind, action, ids, where, expected, to, visible_from } = body;
	if (operation !== undefined) return [];
	const missing: [string, string][] = [];
	if (kind === undefined) missing.push(['kind', 'Kind is required']);
	if (action === undefined) missing.push(['action', 'Action is required']);
	if (missing.length > 0) return missing;
	const rules: [isBroken: boolean, field: string, message: string][] = [
		[ids === undefined && where === undefined, 'ids', 'Ids or where must say which'],
		[ids !== undefined && where !== undefined, 'where', 'Where cannot stand beside ids'],
		[where !== undefined && expected === undefined, 'expected', 'Expected must say how many'],
		[action === 'move' && to === undefined, 'to', 'To must say where they go'],
		[action !== 'move' && to !== undefined, 'to', 'To belongs to a move'],
		[
			action !== 'publish' && visible_from !== undefined,
			'visible_from',
			'Shown from belongs to publish',
		],
	];
	return rules.flatMap(([isBroken, field, message]) => (isBroken ? [[field, message]] : []));
};

/**
 * Starts an operation on rows, by ids or by a query that finds `expected` items; with `operation`, runs its next
 * portion.
 */
export const bulkRequest = z
	.object({
		operation: z.optional(z.string('Operation must be text')),
		kind: z.optional(resourceSlug()),
		action: z.optional(among('Action', bulkActions)),
		ids: z.optional(
			z
				.array(z.string('Ids must be texts'), 'Ids must be a list')
				.check(
					z.minLength(1, 'Ids must name at least one'),
					z.maxLength(BULK_IDS_MAX, `Ids must be at most ${BULK_IDS_MAX}`),
				),
		),
		where: z.optional(z.record(z.string(), z.string('Where must hold texts'), 'Where is a query')),
		expected: z.optional(
			z.int('Expected must be a whole number').check(z.gte(1, 'Expected must be at least 1')),
		),
		to: z.optional(z.record(z.string(), z.string('To must hold ids'), 'To must name a parent')),
		visible_from: z.optional(visibleFrom()),
	})
	.check((context) => {
		for (const [field, message] of listBrokenRules(context.value))
			context.issues.push({ code: 'custom', path: [field], message, input: context.value });
	})
	.register(openapi, {
		id: 'BulkRequest',
		examples: [
			{ kind: 'topics', action: 'publish', ids: ['019b7810-9f40-723d-8611-a6f6f8e3ef87'] },
		],
	});
export type BulkRequest = z.infer<typeof bulkRequest>;

/**
 * The result of one row: `code` and `error` are those of the call for this row alone. If it succeeded, they say that it
 * has no file (`no_file`), or what could not be restored; else null.
 */
export const rowResult = component('RowResult', {
	id: z.string(),
	name: z.nullable(z.string()),
	ok: z.boolean(),
	code: z.nullable(z.string()),
	error: z.nullable(z.string()),
});
export type RowResult = z.infer<typeof rowResult>;

const summary = {
	operation: id(),
	kind: z.union([resourceSlug(), z.literal('transactions')]),
	item: z.nullable(z.string()),
	counts: z.record(z.string(), z.int()),
	action: z.string(),
	at: instant(),
	by: actor,
	total: z.int(),
	done: z.int(),
	failed: z.int(),
	remaining: z.int(),
	state: among('State', ['pending', 'done', 'undone']),
	undo_of: z.nullable(id()),
	undo_until: z.nullable(instant()),
};

/** A bulk action or its undo, with the totals of all of its rows. */
export const operationSummary = component('OperationSummary', summary);
export type OperationSummary = z.infer<typeof operationSummary>;

export const operationsQuery = z.object({
	item: z.optional(z.string('Item must be one id')),
	...paged,
});
export type OperationsQuery = z.infer<typeof operationsQuery>;

/** The summary with the results of rows. */
export const operation = component('Operation', {
	...summary,
	results: z.array(rowResult),
});
export type Operation = z.infer<typeof operation>;
