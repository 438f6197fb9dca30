import { readPhone, removeInvisible } from './phone.ts';

const SEPARATORS = /[\s\p{Pd}]/gu;

/** Returns an account in comparable form: a phone as `254…`, else without case, spaces and hyphens; null if blank. */
export const toAccountKey = (account: string | null) => {
	if (account === null) return null;
	const phone = readPhone(account);
	if (phone !== undefined) return phone;
	const plain = removeInvisible(account).normalize('NFC').replace(SEPARATORS, '').toLowerCase();
	return plain === '' ? null : plain;
};

/** Returns the Luhn check digit of a number. */
const findCheckDigit = (digits: string) => {
	const sum = [...digits].toReversed().reduce((total, digit, at) => {
		const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
		return total + (doubled > 9 ? doubled - 9 : doubled);
	}, 0);
	return String((10 - (sum % 10)) % 10);
};

/** Makes the number of a new account from a random number from 0 to 1: nine digits, the last a check digit. */
export const makeAccountNumber = (random: number) => {
	const digits = String(20_000_000 + Math.floor(random * 50_000_000));
	return digits + findCheckDigit(digits);
};

/** Returns whether we may have issued this account, in comparable form. Phones begin with 7 or 1. */
export const isIssuedAccount = (key: string) =>
	/^[2-6]\d{8}$/.test(key) && findCheckDigit(key.slice(0, 8)) === key.slice(8);
