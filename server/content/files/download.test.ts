import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import { docx, pdf } from '../../platform/files/fixtures/documents.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { buildRow, saveFile } from './store.ts';

onEveryEngine('a download', (site) => {
	let content: Buffer;
	let url: string;
	let etag: string;
	beforeAll(async () => {
		content = await pdf('Karatasi ya kwanza');
		url = (await upload(site(), 'Karatasi “1” — 2024.pdf', content)).body.url;
		etag = `"${createHash('sha256').update(content).digest('hex')}"`;
	});

	const get = (
		address: string,
		headers: Record<string, string> = {},
		method: 'GET' | 'HEAD' = 'GET',
	) => site().inject({ method, url: address, headers });

	it('returns the file with headers that force a download', async () => {
		const { statusCode, rawPayload, headers } = await get(url);
		expect(statusCode).toBe(200);
		expect(rawPayload.equals(content)).toBe(true);
		const { date, 'x-request-id': id, connection, ...fixed } = headers;
		expect({ ...fixed, etag: fixed.etag === etag }).toMatchInlineSnapshot(`
			{
			  "accept-ranges": "bytes",
			  "cache-control": "private, no-cache",
			  "content-disposition": "attachment; filename="Karatasi ?1? ? 2024.pdf"; filename*=UTF-8''Karatasi%20%E2%80%9C1%E2%80%9D%20%E2%80%94%202024.pdf",
			  "content-length": "783",
			  "content-security-policy": "sandbox; default-src 'none'",
			  "content-type": "application/pdf",
			  "cross-origin-opener-policy": "same-origin",
			  "cross-origin-resource-policy": "same-origin",
			  "etag": true,
			  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
			  "referrer-policy": "no-referrer",
			  "x-content-type-options": "nosniff",
			  "x-frame-options": "DENY",
			}
		`);
	});

	it('has the media type of its kind', async () => {
		const other = (await upload(site(), 'a.docx', docx())).body.url;
		expect((await get(other)).headers['content-type']).toBe(
			'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		);
	});

	it('returns only headers for HEAD', async () => {
		const [whole, head] = [await get(url), await get(url, { range: 'bytes=0-1' }, 'HEAD')];
		expect(head.statusCode).toBe(200);
		expect(head.rawPayload).toHaveLength(0);
		const { date: _, 'x-request-id': __, ...expected } = whole.headers;
		expect(head.headers).toMatchObject(expected);
	});

	it('can be of a range', async () => {
		const { statusCode, rawPayload, headers } = await get(url, { range: 'bytes=5-9' });
		expect(statusCode).toBe(206);
		expect(rawPayload.equals(content.subarray(5, 10))).toBe(true);
		expect(headers).toMatchObject({
			'content-range': `bytes 5-9/${content.length}`,
			'content-length': '5',
			etag,
		});
		const end = await get(url, { range: 'bytes=-4' });
		expect(end.rawPayload.equals(content.subarray(-4))).toBe(true);
	});

	it('returns the length of the file for a range outside it', async () => {
		const answer = await get(url, { range: `bytes=${content.length}-` });
		expect(answer.statusCode).toBe(416);
		expect(answer.headers['content-range']).toBe(`bytes */${content.length}`);
		expect(answer.headers['content-disposition']).toBeUndefined();
		expect(answer.json()).toMatchObject({ success: false, code: 'range_not_satisfiable' });
	});

	it('returns the whole file for several ranges', async () => {
		const { statusCode, rawPayload } = await get(url, { range: 'bytes=0-1,5-6' });
		expect(statusCode).toBe(200);
		expect(rawPayload.equals(content)).toBe(true);
	});

	it('returns 304 for a cached file', async () => {
		const { statusCode, rawPayload, headers } = await get(url, { 'if-none-match': etag });
		expect(statusCode).toBe(304);
		expect(rawPayload).toHaveLength(0);
		expect(headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
		expect(headers['content-length']).toBeUndefined();
	});

	it('continues only with an unchanged file', async () => {
		const range = 'bytes=5-9';
		expect((await get(url, { range, 'if-range': etag })).statusCode).toBe(206);
		expect((await get(url, { range, 'if-range': '"other"' })).statusCode).toBe(200);
	});

	it('is never shown as a page, even if the store contains HTML', async () => {
		const page = Buffer.from('<script>alert(1)</script>');
		const sha256 = createHash('sha256').update(page).digest('hex');
		const staged = await site().files.receive([page] as never, 1024);
		await staged.place();
		await staged.discard();
		const row = buildRow({ sha256, name: 'a.html', ext: 'pdf', size: page.length });
		await site().database.write((trx) => saveFile(trx, row, SYSTEM_CONTEXT));
		const { headers } = await get(`/files/${row.key}.pdf`);
		expect(headers).toMatchObject({
			'content-type': 'application/pdf',
			'content-disposition': 'attachment; filename=a.html',
			'content-security-policy': "sandbox; default-src 'none'",
			'x-content-type-options': 'nosniff',
		});
	});

	it('fails with a server error without file headers if the content is missing', async () => {
		const row = buildRow({ sha256: 'f'.repeat(64), name: 'a.pdf', ext: 'pdf', size: 10 });
		await site().database.write((trx) => saveFile(trx, row, SYSTEM_CONTEXT));
		const answer = await get(`/files/${row.key}.pdf`);
		expect(answer.statusCode).toBe(502);
		expect(answer.json()).toMatchObject({ success: false, code: 'files_failed' });
		expect(answer.headers).not.toHaveProperty('etag');
	});

	it('is listed with others by name and size in one response', async () => {
		const other = (await upload(site(), 'Topic.docx', await docx('Mada'))).body.data;
		const names = [url, other.url, url.replace('.pdf', '.doc'), '/files/nothing.pdf']
			.map((link) => link.replace('/files/', ''))
			.join(',');
		const { status, body } = await site().call('GET', `/files?names=${names}`);
		expect(status).toBe(200);
		expect(body.data).toHaveLength(2);
		expect(body.data).toContainEqual({ ...other, inside: null });
		expect(body.data).toContainEqual(
			expect.objectContaining({ url, name: 'Karatasi “1” — 2024.pdf', size: content.length }),
		);
		for (const address of ['/files', '/files?names='])
			expect((await site().call('GET', address)).body.data).toEqual([]);
		const many = await site().call('GET', `/files?names=${',a.pdf'.repeat(100)}`);
		expect(many.status).toBe(422);
		expect(many.body.fields).toEqual({ names: 'Names must be at most 100' });
	});

	it('ignores the query of the address', async () => {
		expect((await get(`${url}?download=1`)).statusCode).toBe(200);
	});

	it('accepts only GET and HEAD', async () => {
		for (const method of ['POST', 'PUT', 'DELETE'] as const) {
			const answer = await site().inject({ method, url });
			expect(answer.statusCode).toBe(405);
			expect(answer.headers.allow).toBe('GET, HEAD');
		}
	});

	it('answers HEAD with the length of GET', async () => {
		const { headers } = await get(url, {}, 'HEAD');
		expect(headers['content-length']).toBe(String(content.length));
	});
});
