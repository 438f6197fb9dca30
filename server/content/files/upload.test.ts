import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { doc, docx, pdf, ppt, pptx } from '../../platform/files/fixtures/documents.ts';
import {
	countStored,
	type FormPart,
	formOf,
	send,
	upload,
} from '../../platform/files/fixtures/form.ts';
import { onEveryEngine, onSomeEngines } from '../../testing/app.ts';

const MIB = 1024 ** 2;
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

onEveryEngine('an upload', (site) => {
	it.each([
		['pdf', pdf, 'application/pdf'],
		['doc', doc, 'application/msword'],
		['docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
		['ppt', ppt, 'application/vnd.ms-powerpoint'],
		['pptx', pptx, 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
	])('of a .%s file is answered with its link', async (ending, make, type) => {
		const content = await make();
		const name = `Paper 1.${ending.toUpperCase()}`;
		const { status, body } = await upload(site(), name, content);
		const key = sha256(`${sha256(content)}\0${name}`);
		const url = `/files/${key}.${ending}`;
		expect(status).toBe(201);
		expect(body).toEqual({
			success: true,
			url,
			data: { url, name, size: content.length, type },
		});
		expect(await site().call('GET', url)).toMatchObject({
			status: 200,
			body: { success: true, data: body.data },
		});
	});

	it('has the same link for the same content and name, and another for another name', async () => {
		const content = await pdf('the same');
		const before = await countStored(site());
		const [first, again, other] = [
			await upload(site(), 'a.pdf', content),
			await upload(site(), 'a.pdf', content),
			await upload(site(), 'b.pdf', content),
		];
		expect(again.body).toEqual(first.body);
		expect(other.body.url).not.toBe(first.body.url);
		expect(await countStored(site())).toEqual({
			contents: before.contents + 1,
			underWay: 0,
			rows: before.rows + 2,
		});
	});

	it('stores the same content once when it is sent eight times at once', async () => {
		const content = await pdf('all at once');
		const before = await countStored(site());
		const answers = await Promise.all(
			Array.from({ length: 8 }, () => upload(site(), 'a.pdf', content)),
		);
		expect(new Set(answers.map(({ status, body }) => `${status} ${body.url}`)).size).toBe(1);
		expect(await countStored(site())).toEqual({
			contents: before.contents + 1,
			underWay: 0,
			rows: before.rows + 1,
		});
	});

	it('is repeated under an Idempotency-Key', async () => {
		const form = formOf({ filename: 'a.pdf', content: await pdf('key') });
		const first = await send(site(), form, { 'idempotency-key': 'k' });
		const again = await send(site(), form, { 'idempotency-key': 'k' });
		expect(again).toMatchObject({ status: 201, body: first.body });
	});

	it('is rejected under an Idempotency-Key of another file', async () => {
		const content = await pdf('first of its key');
		const key = { 'idempotency-key': 'one-file' };
		await send(site(), formOf({ filename: 'a.pdf', content }), key);
		const before = await site().database.read.selectFrom('files').select('key').execute();
		for (const other of [
			{ filename: 'b.pdf', content },
			{ filename: 'a.pdf', content: await pdf('another') },
		])
			expect(await send(site(), formOf(other), key)).toMatchObject({
				status: 409,
				body: { code: 'idempotency_conflict' },
			});
		const after = await site().database.read.selectFrom('files').select('key').execute();
		expect(after).toEqual(before);
	});

	it('accepts a few short fields next to its file', async () => {
		const fields: FormPart[] = Array.from({ length: 5 }, (_, at) => ({
			name: `f${at}`,
			content: 'x'.repeat(1024),
		}));
		const file = { filename: 'a.pdf', content: await pdf() };
		expect(await send(site(), formOf(...fields, file))).toMatchObject({ status: 201 });
		expect(await send(site(), formOf(file, ...fields))).toMatchObject({ status: 201 });
	});

	it('keeps its name without invalid characters', async () => {
		const content = await pdf('names');
		for (const [sent, name] of [
			['../../Mtihani — Juni 2024 😀.pdf', 'Mtihani — Juni 2024 😀.pdf'],
			['C:\\papers\\a%22b.pdf', 'a"b.pdf'],
			['exam\u202efdp.exe.pdf', 'examfdp.exe.pdf'],
			[`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
		] as const)
			expect((await upload(site(), sent, content)).body.data.name).toBe(name);
	});
});

onSomeEngines('an upload', (site) => {
	it('accepts 50 MiB, and rejects one byte more', async () => {
		const smallPdf = await pdf();
		const content = Buffer.concat([smallPdf, Buffer.alloc(50 * MIB - smallPdf.length, '%%EOF')]);
		expect(await upload(site(), 'a.pdf', content)).toMatchObject({
			status: 201,
			body: { data: { size: 50 * MIB } },
		});
		const before = await countStored(site());
		const { status, body } = await upload(
			site(),
			'b.pdf',
			Buffer.concat([content, Buffer.from('!')]),
		);
		expect(status).toBe(413);
		expect(body).toMatchObject({ code: 'too_large', error: 'The file is larger than 50 MB.' });
		expect(await countStored(site())).toEqual(before);
	});
});
