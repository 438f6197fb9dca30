import { grouped } from '#shared/grouped.ts';

/** Whole shillings with the label of the catalogue: `KES 12,500`. */
export const kes = (amount: number) => `KES ${grouped(amount)}`;

/** Whole shillings as the payments desk writes them: `KSh 1,245,000`. */
export const ksh = (amount: number) => `KSh ${grouped(amount)}`;
