/** Returns the edit distance of two words (optimal string alignment); undefined above `most`. */
export const countEdits = (a: string, b: string, most: number): number | undefined => {
	if (Math.abs(a.length - b.length) > most) return undefined;
	let before: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		let least = i;
		for (let j = 1; j <= b.length; j++) {
			const other = a[i - 1] === b[j - 1] ? 0 : 1;
			let edits = Math.min(
				(last[j] as number) + 1,
				(row[j - 1] as number) + 1,
				(last[j - 1] as number) + other,
			);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
				edits = Math.min(edits, (before[j - 2] as number) + 1);
			row.push(edits);
			least = Math.min(least, edits);
		}
		if (least > most) return undefined;
		before = last;
		last = row;
	}
	const edits = last[b.length] as number;
	return edits <= most ? edits : undefined;
};
