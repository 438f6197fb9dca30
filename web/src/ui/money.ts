const shillings = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 });

/** Whole shillings with the label of the catalogue: `KES 12,500`. */
export const kes = (amount: number) => `KES ${shillings.format(amount)}`;

/** Whole shillings as the payments desk writes them: `KSh 1,245,000`. */
export const ksh = (amount: number) => `KSh ${shillings.format(amount)}`;
