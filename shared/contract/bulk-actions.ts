import { type AnyResource, columnOf } from './resource.ts';

/** What can be done to many items at once. */
export const bulkActions = ['publish', 'unpublish', 'free', 'premium', 'delete', 'move'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** What is done to items, those that an intake has made of files, and what takes it back. */
export type OperationAction = BulkAction | 'create' | 'undo';

/** So many rows are done while the caller waits; more go on in the background. */
export const BULK_AT_ONCE = 200;

const SWITCHES: Partial<Record<BulkAction, readonly [column: string, value: boolean]>> = {
	publish: ['published', true],
	unpublish: ['published', false],
	free: ['free', true],
	premium: ['free', false],
};

/** The field that an action switches and what to, as a change of one item has it; undefined where a kind lacks it. */
export const switchOf = (resource: AnyResource, action: BulkAction) => {
	const [column, value] = SWITCHES[action] ?? [];
	const fields = Object.keys(resource.update.shape);
	const field = fields.find((name) => columnOf(resource, name) === column);
	return field === undefined ? undefined : { [field]: value as boolean };
};

/** What can be done to many of a kind. */
export const bulkActionsOf = (resource: AnyResource) =>
	bulkActions.filter((action) => {
		if (action === 'move') return resource.path.includes(':');
		return action === 'delete' || switchOf(resource, action) !== undefined;
	});
