import type { BulkAction } from '#shared/contract/bulk.ts';

/** What each action is called: on its button, while it goes on, when it is done. */
export const actionWords: Readonly<
	Record<BulkAction, { does: string; doing: string; done: string }>
> = {
	publish: { does: 'Publish', doing: 'Publishing', done: 'Published' },
	unpublish: { does: 'Unpublish', doing: 'Unpublishing', done: 'Unpublished' },
	free: { does: 'Free', doing: 'Making free', done: 'Made free' },
	premium: { does: 'Premium', doing: 'Making premium', done: 'Made premium' },
	move: { does: 'Move', doing: 'Moving', done: 'Moved' },
	delete: { does: 'Delete', doing: 'Deleting', done: 'Deleted' },
};
