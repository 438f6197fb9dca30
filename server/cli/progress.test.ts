import { expect, it } from 'vitest';
import { showProgress } from './progress.ts';

const shownOn = (isTTY: boolean, seconds: number) => {
	let time = 0;
	let said = '';
	const write = (text: string) => {
		said += text;
		return true;
	};
	const { tell, end } = showProgress({ isTTY, write } as never, () => time);
	for (; time <= seconds * 1_000; time += 100) tell('Checked', time / 100, 1_200);
	end();
	return said;
};

it('nothing is shown of what is done at once', () => {
	for (const isTTY of [true, false]) expect(shownOn(isTTY, 0.9)).toBe('');
});

it('a terminal has one line, which is gone in the end', () => {
	const said = shownOn(true, 2);
	expect(said.split('\r\u001b[K').slice(0, 3)).toEqual([
		'',
		'Checked 10 of 1,200',
		'Checked 12 of 1,200',
	]);
	expect(said).not.toContain('\n');
	expect(said.endsWith('\r\u001b[K')).toBe(true);
});

it('a log has a line now and then', () => {
	expect(shownOn(false, 11)).toBe('Checked 50 of 1,200\nChecked 100 of 1,200\n');
});
