/** Error message for a range that ends before it starts. */
export const TO_BEFORE_FROM = 'To must not be before From';

/** Returns whether a range of days ends before it begins. Days are `yyyy-MM-dd`, both included. */
export const isBackwards = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
	Boolean(from && to && to < from);
