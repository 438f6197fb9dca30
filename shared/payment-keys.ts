import { maskPhones } from './hidden-phones.ts';
import { foldText } from './search-key.ts';

/** Searchable fields of a payment; `references` has typed and assigned accounts. */
export interface SearchedPayment {
	receipt: string | null;
	phone: string | null;
	checkout_request_id: string | null;
	merchant_request_id: string | null;
	payer_name: string | null;
	references: readonly (string | null)[];
}

/** Minimum length of a CheckoutRequestID that ends with the payer's nine digits. */
const WITH_PHONE = 29;

/** Folds a text and removes the separators within codes: `UF 000-999` becomes `uf000999`. */
export const toCompactKey = (text: string) => foldText(text).replace(/[\s./:,()-]/g, '');

const hasNumber = (text: string) =>
	/[17]\d{8}/.test(toCompactKey(text)) || maskPhones(text) !== text;

/** Returns the visible parts of a masked phone, one per line. */
const toShownPhone = (phone: string) => {
	if (phone.length === 64) return phone.slice(61);
	if (phone.length !== 12 || phone.includes('*')) return phone;
	return [phone.slice(0, 6), `0${phone.slice(3, 6)}`, phone.slice(9)].join('\n');
};

const toShownCheckout = (id: string) =>
	id.length >= WITH_PHONE && /^[17]$/.test(id.at(-9) ?? '') ? id.slice(0, -9) : id;

/** Returns the words of a text, each with a space before it, and a code without its spaces. */
const toWordsKey = (text: string) => {
	const folded = foldText(text);
	const parts = [folded, folded.replaceAll('-', ' '), toCompactKey(text)];
	return parts.filter((part, at) => parts.indexOf(part) === at).map((part) => ` ${part}`);
};

const buildDocument = (ids: readonly (string | null)[], texts: readonly (string | null)[]) =>
	[...ids.map((id) => foldText(id ?? '')), ...texts.flatMap((text) => toWordsKey(text ?? ''))]
		.filter((part) => part.trim() !== '')
		.join('\n');

/** Returns the folded search text of a payment, and the one for people who see masked phones. */
export const buildPaymentKeys = (payment: SearchedPayment) => {
	const { receipt, phone, checkout_request_id, merchant_request_id, payer_name } = payment;
	const texts = [...payment.references, payer_name];
	return {
		search_key: buildDocument([receipt, phone, checkout_request_id, merchant_request_id], texts),
		search_shown: buildDocument(
			[
				receipt,
				phone && toShownPhone(phone),
				checkout_request_id && toShownCheckout(checkout_request_id),
				merchant_request_id,
			],
			texts.map((text) => (text !== null && hasNumber(text) ? null : text)),
		),
	};
};
