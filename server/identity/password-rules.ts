import { invalid } from '../http/errors.ts';

/** What a password of this product is guessed from first. */
const CONTEXT = [
	'ufundi',
	'mpesa',
	'm-pesa',
	'admin',
	'administrator',
	'password',
	'passw0rd',
	'kenya',
	'course',
];
const VARIETY_MIN = 5;
const LEFT_MIN = 4;

let common: Promise<ReadonlySet<string>> | undefined;

/** The passwords that leaks show most often; loaded when the first is chosen. */
const commonPasswords = () => {
	common ??= import('@zxcvbn-ts/language-common').then(
		({ dictionary }) => new Set(dictionary['passwords-common']),
	);
	return common;
};

const words = (texts: readonly string[]) =>
	texts
		.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
		.map((word) => word.toLowerCase())
		.filter((word) => word.length >= 3)
		.toSorted((a, b) => b.length - a.length);

/** `abcdef…`, `24681012`, `aaaa…`: each character is as far from the last as that from the one before. */
const isSequence = (text: string) => {
	const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
	const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
	return steps.filter((step, at) => at > 0 && step === steps[at - 1]).length >= steps.length * 0.6;
};

/**
 * Whether a password would be among the first guesses: one that leaks are full of, with digits or
 * signs around it or not, or one made of little but the names of product and person.
 */
export const isEasilyGuessed = async (password: string, context: readonly string[]) => {
	const text = password.toLowerCase();
	const known = await commonPasswords();
	const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
	if (known.has(text) || (core.length >= 4 && known.has(core))) return true;
	if (new Set(text).size < VARIETY_MIN || /^(.{1,6})\1+.{0,5}$/u.test(text) || isSequence(text))
		return true;
	let left = text;
	for (const word of words([...CONTEXT, ...context])) left = left.replaceAll(word, '');
	return left.length < text.length && left.replace(/[^\p{L}]/gu, '').length < LEFT_MIN;
};

/** Refuses a new password that is easily guessed: 422 at its field. */
export const refuseGuessable = async (
	field: string,
	password: string,
	context: readonly string[],
) => {
	if (await isEasilyGuessed(password, context))
		throw invalid(field, 'This password is too easy to guess. A few words of your own are better.');
};
