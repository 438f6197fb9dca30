import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { RowAction } from '../row-actions.ts';
import { useOrdering } from './ordering.ts';

/** How a row can be moved, for its menu; where the list is not in display order, the way there. */
export const useOrderActions = ({ id }: { id: string }): RowAction[] => {
	const ordering = useOrdering();
	if (!ordering) return [];
	const { blocked, unblock, step, ask } = ordering;
	if (blocked)
		return [{ words: 'Show in display order to move', icon: IconArrowsSort, onClick: unblock }];
	return [
		{ words: 'Move up', icon: IconArrowUp, onClick: () => step(id, -1) },
		{ words: 'Move down', icon: IconArrowDown, onClick: () => step(id, 1) },
		{ words: 'Move to place…', icon: IconArrowsSort, onClick: () => ask(id) },
	];
};
