/** A Kenyan mobile number as M-Pesa writes it. */
export const PHONE = /^254[17]\d{8}$/;

/**
 * Reads a phone in any spelling that people use (07…, 01…, 7…, 254…, +254…, spaces, hyphens) as
 * `254` and nine digits; undefined where it is none. The network is not guessed from the prefix.
 */
export const readPhone = (text: string) => {
	if (!/^\+?[\d\s()-]+$/.test(text.trim())) return undefined;
	const phone = text.replace(/\D/g, '').replace(/^(?:254|0)?(?=[17]\d{8}$)/, '254');
	return PHONE.test(phone) ? phone : undefined;
};

/** A number of which M-Pesa shows its ends, as it writes it: `2547 ***** 126`, `25470****123`. */
const MASKED = /^(254[17]\d?) ?(\*{4,5}) ?(\d{3})$/;
export const isMasked = (text: string) => {
	const [, head = '', hidden = '', tail = ''] = MASKED.exec(text) ?? [];
	return head.length + hidden.length + tail.length === 12;
};

/** What M-Pesa may show of a whole phone, at most. */
export const maskOf = (phone: string) => `${phone.slice(0, 5)}****${phone.slice(-3)}`;

/** Every spelling of masked numbers that can be the number of this one; of none where it is not masked. */
export const masksLike = (text: string) => {
	if (!isMasked(text)) return [];
	const [, head = '', , tail = ''] = MASKED.exec(text) ?? [];
	const [short, next] = [head.slice(0, 4), head.slice(4)];
	const longer = next === '' ? [...'0123456789'] : [next];
	return [short, ...longer.map((digit) => short + digit)].flatMap((start) => {
		const hidden = '*'.repeat(9 - start.length);
		return [`${start} ${hidden} ${tail}`, `${start}${hidden}${tail}`];
	});
};
