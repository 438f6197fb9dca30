import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { isEasilyGuessed } from './password-rules.ts';

const CONTEXT = ['Ufundi', 'jane.wanjiru@example.org', 'Jane Wanjiru'];

describe('a password that is easily guessed', () => {
	it('includes every common password that is long enough', async () => {
		const common = dictionary['passwords-common'].filter((text) => text.length >= 12);
		expect(common.length).toBeGreaterThan(200);
		const passed: string[] = [];
		const capitals = common.filter((_, at) => at % 20 === 0).map((text) => text.toUpperCase());
		for (const text of [...common, ...capitals])
			if (!(await isEasilyGuessed(text, []))) passed.push(text);
		expect(passed).toEqual([]);
	});

	it.each([
		'ufundi mpesa course',
		'kenya m-pesa exams',
		'Kenya-Ufundi 2026',
		'jane wanjiru 12',
		'wanjiru example ufundi',
	])('is %s, with any separator between the names', async (password) => {
		expect(await isEasilyGuessed(password, CONTEXT)).toBe(true);
	});

	it.each([
		...['😀🙃🤐🥶🙈😴🤖👻💥🐙🌵🍉', '583 9201 7465'],
		...['simba rafiki shule maisha mwalimu'],
		...['correct horse battery staple', 'nyumba kumi za mti mrefu', 'k7#Qz!m2Vx9p'],
		...['jane likes three green frogs', 'mpesa pays for long holidays', 'kitchen table 42'],
		...['three spanners on a blue shelf', 'xxx nyumba ya mwisho kushoto'],
	])('is not %s', async (password) => {
		expect(await isEasilyGuessed(password, CONTEXT)).toBe(false);
	});
});
