import { expect, it } from 'vitest';
import { tidyName } from './store.ts';

it.each([
	['Paper 1.pdf', 'Paper 1.pdf'],
	['  Paper \t\u00a0 1.pdf ', 'Paper 1.pdf'],
	['../../etc/passwd.pdf', 'passwd.pdf'],
	['/etc/x.pdf', 'x.pdf'],
	['C:\\Users\\Asha\\x.pdf', 'x.pdf'],
	['C:\\mixed/y\\x.pdf', 'x.pdf'],
	['a\0b\r\nc\u0007\u009f.pdf', 'abc.pdf'],
	['exam\u202efdp.exe.pdf', 'examfdp.exe.pdf'],
	['a\u200eb\u2066c\u2028d\ufeff.pdf', 'abcd.pdf'],
	['Re\u0301vision.PDF', 'R\u00e9vision.PDF'],
	['\ud800x.pdf', '\ufffdx.pdf'],
	['con.pdf', 'con.pdf'],
	['.pdf', 'Untitled.pdf'],
	['.htaccess', 'Untitled.htaccess'],
	['a.b.docx', 'a.b.docx'],
	['folder/', 'Untitled'],
	['', 'Untitled'],
])('a file sent as %j is called %j', (sent, name) => expect(tidyName(sent)).toBe(name));

it('cuts a name to 200 characters and keeps its extension', () => {
	expect(tidyName(`${'x'.repeat(300)}.pdf`)).toBe(`${'x'.repeat(196)}.pdf`);
	expect(tidyName(`${'😀'.repeat(300)}.docx`)).toBe(`${'😀'.repeat(195)}.docx`);
	expect(tidyName(`x.${'y'.repeat(300)}`)).toBe(`x.${'y'.repeat(198)}`);
	expect(tidyName(`${'x'.repeat(195)} yz.pdf`)).toBe(`${'x'.repeat(195)}.pdf`);
});

it('does not change a tidy name', () => {
	for (const sent of ['a b.pdf', `${'x '.repeat(300)}.pdf`, '..pdf', 'é.doc', '...'])
		expect(tidyName(tidyName(sent))).toBe(tidyName(sent));
});
