/** A number of bytes as people say it: '0.3 MB', '12 GB'. */
export const sizeText = (bytes: number) => {
	const gigabytes = bytes / 1024 ** 3;
	if (gigabytes >= 10) return `${Math.round(gigabytes)} GB`;
	return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
};
