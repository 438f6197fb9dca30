/** A size in bytes for a person: '1.2 MB'. */
export const fileSize = (bytes: number): string => {
	if (bytes < 1000) return `${bytes} bytes`;
	if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
};
