import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	flag,
	foldCase,
	isInstant,
	line,
	nameKey,
	optionalLine,
	order,
	paragraphs,
	searchText,
	whole,
} from './fields.ts';

const name = line('Name', 'Name is required');
const description = paragraphs('Description');

/** Returns the message that refuses a value, or the parsed value. */
const read = (
	schema: { safeParse: (value: unknown) => { data?: unknown; error?: unknown } },
	value: unknown,
) => {
	const { data, error } = schema.safeParse(value);
	return error ? (error as { issues: { message: string }[] }).issues[0]?.message : data;
};

const anyUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
const NOT_ALLOWED = 'Name contains a character that is not allowed';

describe('a line of text', () => {
	it.each([
		['  Umeme  ', 'Umeme'],
		['\tUmeme\r\n', 'Umeme'],
		['\u00a0\u2003Umeme\ufeff', 'Umeme'],
		['Cafe\u0301', 'Café'],
		['\u212bngstr\u00f6m', 'Ångström'],
		['<script>alert(1)</script>', '<script>alert(1)</script>'],
		["Robert'); DROP TABLE courses;--", "Robert'); DROP TABLE courses;--"],
		['=1+1', '=1+1'],
		['عربي', 'عربي'],
		['👩🏾‍🎓', '👩🏾‍🎓'],
		['ﬁ', 'ﬁ'],
	])('is kept as it is written, but trimmed and composed: %j', (written, kept) => {
		expect(read(name, written)).toBe(kept);
		expect(read(name, kept)).toBe(kept);
	});

	it.each([
		...[undefined, null, '', ' ', '\n\t', '\u00a0', '\u2028\u2029', '\ufeff'],
		...['\u200b', ' \u200d\u2060 ', '\u3164', '\u2800'],
	])('is required, and %j is nothing', (nothing) => {
		expect(read(name, nothing)).toBe('Name is required');
	});

	it('is refused for other types', () => {
		for (const value of [7, true, [], {}, ['x'], { toString: 'x' }])
			expect(read(name, value)).toBe('Name must be text');
	});

	it.each([
		...Array.from({ length: 0x20 }, (_, code) => code),
		0x7f,
		0x80,
		0x85,
		0x9f,
		0x202a,
		0x202b,
		0x202c,
		0x202d,
		0x202e,
		0x2066,
		0x2067,
		0x2068,
		0x2069,
		0xd800,
		0xdbff,
		0xdc00,
		0xdfff,
	])('holds no U+%i, which controls, misleads or is half a character', (code) => {
		expect(read(name, `a${String.fromCharCode(code)}b`)).toBe(NOT_ALLOWED);
		expect(read(searchText(), `a${String.fromCharCode(code)}b`)).toBe(
			'Search contains a character that is not allowed',
		);
	});

	it('is measured in code points', () => {
		const long = 'Name must be at most 200 characters';
		for (const letter of ['x', 'é', '中', '🎓']) {
			expect(read(name, letter.repeat(200))).toBe(letter.repeat(200));
			expect(read(name, letter.repeat(201))).toBe(long);
		}
		expect(read(name, `  ${'x'.repeat(200)}  `)).toBe('x'.repeat(200));
		expect(read(name, 'e\u0301'.repeat(200))).toBe('é'.repeat(200));
	});

	it('is parsed quickly, however long', () => {
		const start = performance.now();
		for (const odd of [' '.repeat(250_000), 'a'.repeat(250_000), '\u0301'.repeat(250_000)])
			read(name, `a${odd}!`);
		expect(performance.now() - start).toBeLessThan(20_000);
	});

	it('is unchanged when it is parsed again', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyUnit, maxLength: 20 }), (written) => {
				const { data } = name.safeParse(written);
				if (data !== undefined) expect(read(name, data)).toBe(data);
			}),
		);
	});
});

describe('an optional line of text', () => {
	it('is trimmed, bounded and one line, or null', () => {
		const season = optionalLine('Season', 4);
		expect(['  July ', null].map((text) => season.parse(text))).toEqual(['July', null]);
		expect(season.safeParse('').success).toBe(true);
		const wordsOf = (value: unknown) => season.safeParse(value).error?.issues[0]?.message;
		expect(wordsOf('Julys')).toBe('Season must be at most 4 characters');
		expect(wordsOf('a\nb')).toBe('Season contains a character that is not allowed');
		expect(wordsOf(7)).toBe('Season must be text');
	});
});

describe('paragraphs', () => {
	it('keep line breaks (as one kind) and tabs, and no other control characters', () => {
		expect(read(description, 'a\r\nb\n\tc')).toBe('a\nb\n\tc');
		for (const wrong of ['a\rb', 'a\u0000b', 'a\u000bb', 'a\u202eb', 'a\ud800b'])
			expect(read(description, wrong)).toBe('Description contains a character that is not allowed');
	});

	it('can be null, and have at most 5,000 characters', () => {
		expect(read(description, null)).toBeNull();
		expect(read(description, '🎓'.repeat(5_000))).toBe('🎓'.repeat(5_000));
		expect(read(description, 'x'.repeat(5_001))).toBe(
			'Description must be at most 5,000 characters',
		);
		expect(read(description, 7)).toBe('Description must be text');
	});
});

describe('a whole number', () => {
	const price = whole('Price', { min: 0, max: 10_000_000 });

	it.each([0, 1, 10_000_000, 1e3, 2.0])('may be %d', (value) => {
		expect(read(price, value)).toBe(value);
	});

	it.each([
		[1.5, 'Price must be a whole number'],
		[Number.NaN, 'Price must be a whole number'],
		[Number.POSITIVE_INFINITY, 'Price must be a whole number'],
		[JSON.parse('1e400'), 'Price must be a whole number'],
		[2 ** 53, 'Price must be a whole number'],
		[JSON.parse('9007199254740993'), 'Price must be a whole number'],
		[-(2 ** 53), 'Price must be a whole number'],
		[5e-324, 'Price must be a whole number'],
		['1', 'Price must be a whole number'],
		['1 ', 'Price must be a whole number'],
		['0x1', 'Price must be a whole number'],
		['١', 'Price must be a whole number'],
		[true, 'Price must be a whole number'],
		[[1], 'Price must be a whole number'],
		[{ $gt: 0 }, 'Price must be a whole number'],
		[null, 'Price must be a whole number'],
		['', 'Price must be a whole number'],
		[-1, 'Price must be at least 0'],
		[10_000_001, 'Price must be at most 10,000,000'],
		[2 ** 53 - 1, 'Price must be at most 10,000,000'],
	])('may not be %j', (value, message) => {
		expect(read(price, value)).toBe(message);
	});

	it('of an order starts at 1 or at its minimum', () => {
		expect(read(order(), 0)).toBe('Order must be at least 1');
		expect(read(order('Order number is required', 0), 0)).toBe(0);
		expect(read(order('Order number is required', 0), null)).toBe('Order number is required');
		expect(read(order(), 1_000_001)).toBe('Order must be at most 1,000,000');
	});
});

describe('a switch', () => {
	it('is only true or false', () => {
		expect(read(flag('Free'), true)).toBe(true);
		expect(read(flag('Free'), false)).toBe(false);
		for (const value of [0, 1, 'true', 'false', '', null, undefined, [], {}])
			expect(read(flag('Free'), value)).toBe('Free must be true or false');
	});
});

describe('an instant', () => {
	it.each(['2028-02-29T08:00:00+03:00', '2026-01-31T09:30Z', '2026-01-31T23:59:59.999Z'])(
		'is %j',
		(text) => {
			expect(isInstant(text)).toBe(true);
		},
	);

	it.each([
		...['2027-02-29T08:00:00+03:00', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z'],
		...['2026-01-31T24:00:00Z', '2026-01-31T09:60:00Z', '2026-01-31T09:30:00+25:00'],
		...['0000-01-01T00:00:00Z', '2026-01-31T09:30:00', '2026-01-31'],
	])('is not %j', (text) => {
		expect(isInstant(text)).toBe(false);
	});
});

describe('the folded form', () => {
	it('is the same for all spellings of a name', () => {
		for (const written of ['CAFÉ', 'Cafe\u0301', 'café', 'cAFE\u0301'])
			expect(foldCase(written)).toBe('café');
		expect(foldCase('Ũthomi')).toBe(foldCase('ũthomi'));
		expect(foldCase('\u212a')).toBe('k');
	});
});

describe('the key of a name', () => {
	const inOrder = (...names: string[]) =>
		[...names].sort((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1));

	it('sorts numbers numerically, anywhere in the name', () => {
		for (const names of [
			['Paper 9', 'paper 10', 'Paper 109', 'Paper 109a', 'Paper A'],
			['2 Pipes', '10 Pipes', 'Pipes', 'Pipes 1.2', 'Pipes 1.10'],
			['Unit 007', 'Unit 8', `Unit ${'9'.repeat(150)}`],
		])
			expect(inOrder(...names.toReversed())).toEqual(names);
	});

	it('ignores case, accents and apostrophes', () => {
		const names = ['Eclair', 'École', 'Edge', 'Ohms', 'Ohm’s Law', "Ohm's Laws"];
		expect(inOrder(...names.toReversed())).toEqual(names);
	});
});
