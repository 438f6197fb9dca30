import { expect, it } from 'vitest';
import { pdf } from '../../platform/files/fixtures/documents.ts';
import {
	countStored,
	FORM_TYPE,
	type FormPart,
	formOf,
	send,
} from '../../platform/files/fixtures/form.ts';
import { onEveryEngine } from '../../testing/app.ts';

onEveryEngine('an upload is refused and leaves nothing', (site) => {
	const good = async (): Promise<FormPart> => ({ filename: 'a.pdf', content: await pdf('good') });
	const many = (count: number, part: FormPart) => formOf(...Array(count).fill(part));
	it.each<[string, number, string, () => Promise<Buffer> | Buffer, string?]>([
		[
			'with another ending',
			415,
			'Only .pdf, .doc, .docx, .ppt and .pptx files can be uploaded.',
			() => formOf({ filename: 'a.exe', content: 'MZ' }),
		],
		[
			'with other content',
			415,
			'This is a web page (.html), not a .pdf file. Open it, save it as PDF and upload that.',
			() => formOf({ filename: 'a.pdf', content: '<html>' }),
		],
		['with no content', 415, 'This file is empty.', () => formOf({ filename: 'a.pdf' })],
		[
			'with a script in it',
			422,
			'This PDF contains JavaScript, which cannot be uploaded. Print it to a new PDF and upload that.',
			async () =>
				formOf({
					filename: 'a.pdf',
					content: await pdf('', (to) => to.addJavaScript('a', 'app.alert(1)')),
				}),
		],
		['without a file', 400, 'No file was sent.', () => formOf()],
		['without parts or body', 400, 'No file was sent.', () => Buffer.alloc(0)],
		[
			'with a field for a file',
			400,
			'No file was sent.',
			() => formOf({ name: 'file', content: 'x' }),
		],
		[
			'with the file in another field',
			400,
			'The file must be sent in the field "file".',
			async () => formOf({ ...(await good()), name: 'paper' }),
		],
		['with no file chosen', 400, 'Please choose a file.', () => formOf({ filename: '' })],
		[
			'with two files',
			400,
			'Please upload one file at a time.',
			async () => formOf(await good(), await good()),
		],
		[
			'with an empty second file',
			400,
			'Please upload one file at a time.',
			async () => formOf(await good(), { filename: '' }),
		],
		[
			'with six fields',
			400,
			'The upload has too many fields.',
			async () => formOf(await good(), ...Array(6).fill({ name: 'x' })),
		],
		[
			'with a long field',
			400,
			'A field of the upload is too long.',
			async () => formOf({ name: 'x', content: 'x'.repeat(1025) }, await good()),
		],
		[
			'with a long field behind the file',
			400,
			'A field of the upload is too long.',
			async () => formOf(await good(), { name: 'x', content: 'x'.repeat(1025) }),
		],
		[
			'with 10,000 parts',
			400,
			'The upload has too many fields.',
			() => many(10_000, { name: 'x' }),
		],
		[
			'with 10,000 files',
			400,
			'Please upload one file at a time.',
			async () => many(10_000, await good()),
		],
		[
			'cut short',
			400,
			'The upload was interrupted, or is not a valid form.',
			async () => formOf(await good()).subarray(0, -10),
		],
		[
			'without a boundary',
			400,
			'The upload was interrupted, or is not a valid form.',
			async () => formOf(await good()),
			'multipart/form-data',
		],
		[
			'under another boundary',
			400,
			'The upload was interrupted, or is not a valid form.',
			() => formOf(),
			'multipart/form-data; boundary=other',
		],
		[
			'as JSON',
			415,
			'This content type is not accepted.',
			() => Buffer.from('{}'),
			'application/json',
		],
		[
			'as another kind of form',
			415,
			'This content type is not accepted.',
			() => Buffer.from('a=b'),
			'application/x-www-form-urlencoded',
		],
		[
			'as mixed parts',
			415,
			'This content type is not accepted.',
			() => formOf(),
			'multipart/mixed; boundary=a-boundary',
		],
		['as nothing in particular', 415, 'This content type is not accepted.', () => formOf(), ''],
	])('%s (%i)', async (_, status, error, make, type = FORM_TYPE) => {
		const before = await countStored(site());
		const payload = await make();
		const started = process.threadCpuUsage();
		const answer = await send(site(), payload, { 'content-type': type });
		expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(1_000);
		expect(answer).toMatchObject({ status, body: { success: false, error } });
		expect(await countStored(site())).toEqual(before);
	});
});
