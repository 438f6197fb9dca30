import { PHONE, readPhone, removeInvisible } from './phone.ts';

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

const WRITTEN = /^[a-z\d/]{4,20}$/;
const DIGITS_MIN = 3;
/** The length of an account number of a paybill (Daraja, `BillRefNumber`). */
const TYPED_MAX = 20;

/** Returns why an account cannot be made; undefined if it can, or is a phone number. */
export const findAccountProblem = (account: string) => {
	const key = toAccountKey(account) ?? '';
	if (PHONE.test(key)) return undefined;
	if (!WRITTEN.test(key) || account.trim().length > TYPED_MAX)
		return 'Account must have 4 to 20 letters, digits, / or -';
	if (key.replace(/\D/g, '').length < DIGITS_MIN)
		return `Account must have at least ${DIGITS_MIN} digits`;
	return /^\d{9}$/.test(key) && findCheckDigit(key.slice(0, 8)) !== key.slice(8)
		? 'Check digit is wrong: one of the nine digits is mistyped'
		: undefined;
};
