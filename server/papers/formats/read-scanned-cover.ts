import type { ScannedLine } from '#shared/contract/content/insides.ts';
import { repairCodes, takeCodes } from './codes.ts';
import { takeDates } from './dates.ts';
import { readCover } from './read-cover.ts';
import type { CoverFacts } from './read-name.ts';

/** Facts that were read by OCR. */
export interface ScannedFacts extends CoverFacts {
	/** Lowest confidence of the lines that state the facts, from 0 to 100; 0 without facts. */
	confidence: number;
	/** A code was corrected to fit the pattern of codes. */
	repaired: boolean;
}

const HEAD_LINES = 60;

/** Reads the facts on the first pages of a scan, as `readCover` does, with the confidence of the lines that state them. */
export const readScannedCover = (lines: readonly ScannedLine[]): ScannedFacts => {
	const head = lines.slice(0, HEAD_LINES);
	const texts = lines.map((line) => repairCodes(line[5]));
	const facts = readCover(texts.join('\n'));
	const title = facts.title?.toLowerCase();
	const states = (text: string) => {
		const { codes, rest } = takeCodes(text, false);
		const dates = takeDates(rest);
		return (
			codes.some((code) => facts.codes.includes(code)) ||
			(facts.year !== null && dates.years.includes(facts.year)) ||
			(facts.series !== null && dates.series.includes(facts.series)) ||
			(title !== undefined && text.toLowerCase().includes(title))
		);
	};
	const stating = head.filter((_, n) => states(texts[n] ?? ''));
	const repaired = head.some(
		(line, n) =>
			texts[n] !== line[5] &&
			takeCodes(texts[n] ?? '', false).codes.some((code) => facts.codes.includes(code)),
	);
	const confidences = stating.map((line) => line[4]);
	return { ...facts, confidence: stating.length > 0 ? Math.min(...confidences) : 0, repaired };
};
