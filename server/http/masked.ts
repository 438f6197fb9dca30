/** Six or more digits in a row, also with spaces and hyphens between them: phones and request ids. */
const LONG_NUMBER = /\d(?:[\s-]?\d){5,}/g;

/** Masks long numbers except for their last three digits: `254712345678` becomes `*********678`. */
export const masked = (text: string) =>
	text.replace(LONG_NUMBER, (number) => {
		const digits = number.replace(/\D/g, '').length;
		let seen = 0;
		return number.replace(/\d/g, (digit) => (seen++ < digits - 3 ? '*' : digit));
	});
