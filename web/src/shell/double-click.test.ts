import { beforeAll, beforeEach, expect, it } from 'vitest';
import { keepDoubleClicks } from './double-click.ts';

beforeAll(keepDoubleClicks);

let presses: string[] = [];
beforeEach(() => {
	presses = [];
	document.body.replaceChildren();
});

/** A button with something in it, which is what is hit. */
const button = (name: string) => {
	const made = document.createElement('button');
	made.innerHTML = '<span>Press</span>';
	made.addEventListener('click', () => presses.push(name));
	document.body.append(made);
	return made.firstElementChild as HTMLElement;
};

/** Answers whether the click went on. */
const click = (
	target: Element,
	{ detail = 1, ...more }: MouseEventInit & { pointerType?: string },
) => {
	const { pointerType, ...init } = more;
	const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail, ...init });
	if (pointerType) Object.assign(event, { pointerType });
	return target.dispatchEvent(event);
};
const tap = (target: Element, clientX: number) => click(target, { clientX, pointerType: 'touch' });

it('keeps the second press of a double click from what has taken the place of the first', () => {
	const [one, other] = [button('one'), button('other')];
	click(one, {});
	one.parentElement?.remove();
	expect(click(other, { detail: 2 })).toBe(false);
	expect(click(document.body, { detail: 2 })).toBe(false);
	expect(presses).toEqual(['one']);
	expect(click(other, {})).toBe(true);
});

it('keeps the second tap of two in one place from it as well', () => {
	const [one, other] = [button('one'), button('other')];
	tap(one, 400);
	expect(tap(other, 405)).toBe(false);
	expect(tap(other, 460)).toBe(true);
	expect(presses).toEqual(['one', 'other']);
});

it('lets one thing be pressed twice, what was missed be hit, and all be pressed by the keyboard', () => {
	const [one, other] = [button('one'), button('other')];
	click(one, {});
	click(one.parentElement as Element, { detail: 2 });
	click(document.body, {});
	click(other, { detail: 2 });
	click(one, { detail: 0 });
	expect(presses).toEqual(['one', 'one', 'other', 'one']);
});
