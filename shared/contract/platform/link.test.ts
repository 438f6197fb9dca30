import { describe, expect, it } from 'vitest';
import { link } from './fields.ts';

/** Returns the message that refuses a value, or the parsed value. */
const read = (value: unknown) => {
	const { data, error } = link().safeParse(value);
	return error ? error.issues[0]?.message : data;
};

describe('a link', () => {
	it.each([
		'https://example.org',
		'http://example.org/a%20b.pdf?x=1&y=%2F#page=2',
		'HTTPS://EXAMPLE.ORG/A',
		'https://example.org:8443/',
		'http://localhost:4000/files/x',
		'http://[2001:db8::1]/a',
		'https://mfano.co.ke/mtihani/swali-la-1.pdf',
		'https://müller.example/übung',
		`https://example.org/${'a'.repeat(2_048 - 20)}`,
		`/files/${'0123456789abcdef'.repeat(4)}.pdf`,
		`/files/${'f'.repeat(64)}.pptx`,
	])('may be %s', (url) => {
		expect(read(url)).toBe(url);
		expect(read(` ${url}\n`)).toBe(url);
	});

	it.each([
		'',
		' ',
		'notes',
		'example.org/a',
		'//evil.example',
		'/notes.pdf',
		'/files/',
		'/files/../etc/passwd',
		`/files/${'0'.repeat(63)}.pdf`,
		`/files/${'0'.repeat(64)}.exe`,
		`/files/${'0'.repeat(64)}.PDF`,
		`/files/${'A'.repeat(64)}.pdf`,
		`/files/${'0'.repeat(64)}.pdf?x`,
		`/files/${'0'.repeat(64)}.pdf\n`.replace('\n', '\u0000'),
		'http:evil',
		'http:/evil',
		'http://',
		'http:///evil',
		'https:\\\\evil',
		'https://exa mple.org',
		'https://example.org/a b',
		'https://user@example.org',
		'https://user:pw@example.org/',
		'https://:pw@example.org/',
		'https://@example.org/',
		'https://example.org\\@evil.example',
		'javascript:alert(1)',
		'JaVaScRiPt:alert(1)',
		'java\nscript:alert(1)',
		'data:text/html,<script>alert(1)</script>',
		'vbscript:msgbox(1)',
		'file:///etc/passwd',
		'ftp://example.org/a',
		'ws://example.org',
		'mailto:a@example.org',
		'blob:https://example.org/1',
		'https://example.org/a\tb',
		'https://example.org/\u0000',
		'https://example.org/\u202efdp',
		'https://example.org/<b>',
		'https://example.org/"onmouseover=',
		'https://exa\nmple.org',
		'https://1.2.3.4.5:99999/',
		'https://[::1',
		`https://example.org/${'a'.repeat(2_048 - 19)}`,
	])('may not be %j', (url) => {
		expect(read(url)).toBe('Please enter a valid URL');
	});

	it('is text or null', () => {
		expect(read(null)).toBeNull();
		for (const value of [7, true, {}, ['https://example.org']])
			expect(read(value)).toBe('Please enter a valid URL');
	});
});
