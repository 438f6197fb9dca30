import { formatMpesaTime, parseDay } from './east-africa-time.ts';
import { removeInvisible } from './phone.ts';

/** Letters and digits of which the first three are year (A is 2006), month (A to L) and day (1 to 9, A to V). */
const DATED = /^[a-z][a-l][1-9a-v][a-z0-9]{7}$/i;
/** M-Pesa's receipt: ten capitals and digits (Daraja, `MpesaReceiptNumber`). */
const SHAPE = /^[A-Z][A-Z0-9]{9}$/;

const QUOTES = '"\'`´‘’‚“”„«»‹›';
/** Separators between the parts of a dictated or handwritten receipt. */
const BETWEEN = new RegExp(`[\\s.,;:·_${QUOTES}-]+`, 'g');
const AROUND = new RegExp(`^[\\s.,;${QUOTES}]+|[\\s.,;${QUOTES}]+$`, 'g');

/** Words after a receipt in an M-Pesa message. */
const CONFIRMED = /^(confirmed|imethibitishwa|reversed)$/i;
const NAMED = /^(transaction|receipt|code|ref|reference|number|no|id)$/i;

/** Returns the day, `yyyy-MM-dd`, in the first three characters of a receipt, as integrators report it; a hint. */
export const parseReceiptDay = (receipt: string) => {
	if (!DATED.test(receipt)) return undefined;
	const [year = '', month = '', day = ''] = receipt.toUpperCase();
	const letter = (text: string) => text.charCodeAt(0) - 64;
	const text = [
		2005 + letter(year),
		String(letter(month)).padStart(2, '0'),
		String(/\d/.test(day) ? day : 9 + letter(day)).padStart(2, '0'),
	].join('-');
	return parseDay(text) === undefined ? undefined : text;
};

/**
 * Returns the first three characters of a receipt at an instant (milliseconds, from 2006 on); the inverse of
 * `parseReceiptDay`.
 */
export const formatReceiptDay = (ms: number) => {
	const time = formatMpesaTime(ms);
	const letter = (n: number) => String.fromCharCode(64 + n);
	const day = Number(time.slice(6, 8));
	return (
		letter(Number(time.slice(0, 4)) - 2005) +
		letter(Number(time.slice(4, 6))) +
		(day < 10 ? String(day) : letter(day - 9))
	);
};

/** Removes quotes, full stops and spaces around a text, unless nothing else is left. */
export const stripQuotes = (text: string) => text.replace(AROUND, '') || text;

/**
 * Returns the receipts in a typed or pasted text, in capitals: in a message, a sentence, or pieces like `UKKB 3RJ2 H0`.
 */
export const findReceipts = (text: string): string[] => {
	const whole = text.replace(BETWEEN, '');
	if (DATED.test(whole) && (/\d/.test(whole) || whole === text.trim().toUpperCase()))
		return [whole.toUpperCase()];
	const words = text
		.replace(/confirmed/gi, ' $& ')
		.split(/[^A-Za-z0-9]+/)
		.filter((word) => word !== '');
	const lettersAlone = words.every((word) => DATED.test(word) && SHAPE.test(word));
	const found = words.filter((word, at) => {
		if (/\d/.test(word)) return SHAPE.test(word) || DATED.test(word);
		if (!SHAPE.test(word) || !DATED.test(word)) return false;
		return lettersAlone || CONFIRMED.test(words[at + 1] ?? '') || NAMED.test(words[at - 1] ?? '');
	});
	return [...new Set(found.map((word) => word.toUpperCase()))];
};

/** Returns a typed code in capitals, without invisible characters, and with ordinary letters and digits for wide ones. */
export const foldSigns = (text: string) => removeInvisible(text).normalize('NFKC').toUpperCase();

/** Returns the receipt in a typed text or a pasted message of M-PESA, else the text without separators, in capitals. */
export const readReceipt = (text: string) => {
	const plain = foldSigns(text);
	return findReceipts(plain)[0] ?? plain.replace(BETWEEN, '');
};

/** Returns the search text for the address: only the receipts of a pasted M-Pesa message. */
export const toSearchText = (text: string) =>
	/\s/.test(text.trim()) ? findReceipts(text).join(' ') || text.trim() : text.trim();
