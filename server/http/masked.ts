/** A run of six digits and more, as phones and request ids have, also with blanks and hyphens within. */
const LONG_NUMBER = /\d(?:[\s-]?\d){5,}/g;

/** A text in which long numbers show their last three digits only: `254712345678` is `*********678`. */
export const masked = (text: string) =>
	text.replace(LONG_NUMBER, (number) => {
		const digits = number.replace(/\D/g, '').length;
		let seen = 0;
		return number.replace(/\d/g, (digit) => (seen++ < digits - 3 ? '*' : digit));
	});
