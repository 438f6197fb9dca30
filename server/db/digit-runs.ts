import { phrase } from './trigrams.ts';

/** Digits that stand in a row in the index: six at a time, from every other place of a payment's text. */
const RUN = 6;

/** Whether the index of runs finds a term: also five digits, which it has with any other before or after them. */
export const isDigitRun = (term: string) => /^\d+$/.test(term) && term.length >= RUN - 1;

/** Whether whatever the index finds has the term: one entry has all five digits, and more are in two of them. */
export const isFoundExactly = (term: string) => isDigitRun(term) && term.length < RUN;

/**
 * Asks the index of runs (migration 0010) for what may contain these digits: of those it finds, the text
 * itself must be looked at. Their first digit is at a place that the index has, or at one in between. Six
 * digits in between lie in two entries: five after any one character, `x` for what is no digit, and the
 * last five before whatever follows.
 */
export const runsQuery = (digits: string) => {
	const pieces = (start: number) =>
		Array.from({ length: Math.floor((digits.length - start - RUN) / 2) + 1 }, (_, n) =>
			phrase(digits.slice(start + 2 * n, start + 2 * n + RUN)),
		);
	const before = [...'0123456789x'].map((first) => phrase(first + digits.slice(0, RUN - 1)));
	if (digits.length < RUN) return `(${[...before, `${phrase(digits)} *`].join(' OR ')})`;
	const between =
		digits.length > RUN ? pieces(1) : [`(${before.join(' OR ')})`, `${phrase(digits.slice(1))} *`];
	return `((${pieces(0).join(' AND ')}) OR (${between.join(' AND ')}))`;
};
