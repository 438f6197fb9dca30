import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { wordDifferences } from './word-differences.tsx';

const marked = (before: string, after: string) => {
	const { before: was, after: is } = wordDifferences(before, after);
	const html = (nodes: typeof was) => {
		const { container } = render(<p>{nodes}</p>);
		const text = container.innerHTML.replace(/ class="[^"]*"/g, '');
		return text.slice('<p>'.length, -'</p>'.length);
	};
	return [html(was), html(is)];
};

it('marks the words that differ, and only these', () => {
	expect(marked('Ohm’s law and power', 'Ohm’s law and energy')).toEqual([
		'Ohm’s law and <del>power</del>',
		'Ohm’s law and <ins>energy</ins>',
	]);
	expect(marked('Paper 1', 'Paper 1 Theory')).toEqual(['Paper 1', 'Paper 1<ins> Theory</ins>']);
	expect(marked('the same', 'the same')).toEqual(['the same', 'the same']);
	expect(marked('', 'new')).toEqual(['', '<ins>new</ins>']);
});

it('shows texts as they are, also where they look like markup', () => {
	expect(marked('<b>a</b>', '<b>c</b>')).toEqual([
		'&lt;b&gt;<del>a</del>&lt;/b&gt;',
		'&lt;b&gt;<ins>c</ins>&lt;/b&gt;',
	]);
});

it('gives up on long texts that have nothing in common', () => {
	const text = (word: string) => Array.from({ length: 900 }, (_, n) => `${word}${n}`).join(' ');
	const [was, is] = marked(text('a'), text('b'));
	expect(was).toBe(`<del>${text('a')}</del>`);
	expect(is).toBe(`<ins>${text('b')}</ins>`);
});
