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
