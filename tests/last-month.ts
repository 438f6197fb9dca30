const HOURS_MS = 3 * 3_600_000;

/** The month before this one in Nairobi: `yyyy-MM`, and from when to when. */
export const lastMonth = () => {
	const now = new Date(Date.now() + HOURS_MS);
	const start = (ago: number) =>
		Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1) - HOURS_MS;
	const [from, to] = [start(1), start(0)];
	return { from, to, month: new Date(from + HOURS_MS).toISOString().slice(0, 7) };
};
