/** The order a new sibling starts with: the highest there is plus one, or 1. */
export const nextOrder = (siblings: readonly { order_num: number }[]) =>
	siblings.reduce((highest, { order_num }) => Math.max(highest, order_num), 0) + 1;
