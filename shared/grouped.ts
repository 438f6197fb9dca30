/**
 * A whole number with its thousands apart: 12,500. By hand, because the first number that `Intl` writes
 * costs a slow phone a tenth of a second.
 */
export const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** Formats a count with its noun: '1 file', '1,200 files'. */
export const numberOf = (count: number, one: string, many = `${one}s`) =>
	`${grouped(count)} ${count === 1 ? one : many}`;
