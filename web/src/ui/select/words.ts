import type { BulkAction } from '#shared/contract/bulk.ts';

/** What each action is called: on its button, of one row, while it goes on, when it is done. */
export const actionWords: Readonly<
	Record<BulkAction, { does: string; single: string; doing: string; done: string }>
> = {
	publish: { does: 'Publish', single: 'Publish', doing: 'Publishing', done: 'Published' },
	unpublish: { does: 'Unpublish', single: 'Unpublish', doing: 'Unpublishing', done: 'Unpublished' },
	free: { does: 'Free', single: 'Make free', doing: 'Making free', done: 'Made free' },
	premium: {
		does: 'Premium',
		single: 'Make premium',
		doing: 'Making premium',
		done: 'Made premium',
	},
	move: { does: 'Move', single: 'Move', doing: 'Moving', done: 'Moved' },
	delete: { does: 'Delete', single: 'Delete', doing: 'Deleting', done: 'Deleted' },
};
