import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { isEasilyGuessed } from './password-rules.ts';

const CONTEXT = ['Ufundi', 'jane.wanjiru@example.org', 'Jane Wanjiru'];

describe('a password that is easily guessed', () => {
	it('is every one of the common ones that is long enough', async () => {
		const common = dictionary['passwords-common'].filter((text) => text.length >= 12);
		expect(common.length).toBeGreaterThan(200);
		const passed: string[] = [];
		for (const text of common)
			for (const one of [text, text.toUpperCase()])
				if (!(await isEasilyGuessed(one, []))) passed.push(one);
		expect(passed).toEqual([]);
	});

	it.each([
		...['Password2026!', '!!!iloveyou!!!', '2026mpesa2026', 'ufundiufundi', 'Administrator1'],
		...['jane.wanjiru@example.org', 'JaneWanjiru1990', 'wanjiru-1234', 'abcdefghijkl'],
		...['zyxwvutsrqpon', '123456789012', '135791357913', 'abababababab', 'xxxxxxxxxxxx'],
	])('is %s', async (password) => {
		expect(await isEasilyGuessed(password, CONTEXT)).toBe(true);
	});

	it.each([
		...['correct horse battery staple', 'nyumba kumi za mti mrefu', 'k7#Qz!m2Vx9p'],
		...['jane likes three green frogs', 'mpesa pays for long holidays'],
	])('is not %s', async (password) => {
		expect(await isEasilyGuessed(password, CONTEXT)).toBe(false);
	});
});
