import { type AnyResource, columnOf } from './resource.ts';

/** Bulk actions. */
export const bulkActions = ['publish', 'unpublish', 'free', 'premium', 'delete', 'move'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** The actions of operations: bulk actions, the creates of an intake, and undo. */
export type OperationAction = BulkAction | 'create' | 'undo';

/** Maximum number of ids in one request. */
export const BULK_IDS_MAX = 200;

/** Maximum number of rows that one request runs; repeat the request for the next portion. */
export const PORTION_MAX = 1_000;

const SWITCHES: Partial<Record<BulkAction, readonly [column: string, value: boolean]>> = {
	publish: ['published', true],
	unpublish: ['published', false],
	free: ['free', true],
	premium: ['free', false],
};

/** Returns the field that an action switches and its new value; undefined where a kind lacks it. */
export const switchOf = (resource: AnyResource, action: BulkAction) => {
	const [column, value] = SWITCHES[action] ?? [];
	const fields = Object.keys(resource.update.shape);
	const field = fields.find((name) => columnOf(resource, name) === column);
	return field === undefined ? undefined : { [field]: value as boolean };
};

/** Lists the actions of a kind. */
export const bulkActionsOf = (resource: AnyResource) =>
	bulkActions.filter((action) => {
		if (action === 'move') return resource.path.includes(':');
		return action === 'delete' || switchOf(resource, action) !== undefined;
	});
