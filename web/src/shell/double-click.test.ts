import { beforeAll, expect, it } from 'vitest';
import { keepDoubleClicks } from './double-click.ts';

beforeAll(keepDoubleClicks);

/** Two buttons that lie in the same place, and what was pressed. */
const twoInOnePlace = () => {
	const presses: string[] = [];
	const [one, other] = ['one', 'other'].map((name) => {
		const button = document.createElement('button');
		button.innerHTML = '<span>Press</span>';
		button.addEventListener('click', () => presses.push(name));
		document.body.append(button);
		return button.firstElementChild as HTMLElement;
	});
	return { presses, one: one as HTMLElement, other: other as HTMLElement };
};

let place = 0;
const nextPlace = () => {
	place += 100;
	return place;
};
const press = (target: Element, x: number, detail = 1) =>
	target.dispatchEvent(
		new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: 0, detail }),
	);

it('keeps the second press of a double click from what has taken the place of the first', () => {
	const { presses, one, other } = twoInOnePlace();
	const x = nextPlace();
	press(one, x);
	one.parentElement?.remove();
	expect(press(other, x + 5, 2)).toBe(false);
	expect(presses).toEqual(['one']);
});

it('lets one thing be pressed twice, another in another place, and all by the keyboard', () => {
	const { presses, one, other } = twoInOnePlace();
	const x = nextPlace();
	press(one, x);
	press(one.parentElement as Element, x);
	press(other, x + 60);
	press(one, x + 60, 0);
	expect(presses).toEqual(['one', 'one', 'other', 'one']);
});
