/** Error message for a range that ends before it starts. */
export const TO_BEFORE_FROM = 'To must not be before From';

/** Whether a range of days, each `yyyy-MM-dd` and both included, ends before it begins. */
export const isBackwards = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
	Boolean(from && to && to < from);
