/** The order in which the parts of a server close: each finishes its running work. */
const ORDER = ['app', 'jobs', 'database', 'folder'] as const;

/** The functions that close what a server has open. */
export type OpenParts = Partial<Record<(typeof ORDER)[number], () => unknown>>;

/** Closes the parts of a server that are open. */
export const closeParts = async (open: OpenParts) => {
	for (const name of ORDER) await open[name]?.();
};
