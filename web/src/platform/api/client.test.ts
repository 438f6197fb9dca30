import { afterEach, describe, expect, it, vi } from 'vitest';
import { request } from './client.ts';
import { describeError } from './error-message.ts';

const answering = (answer: () => Promise<Response> | Response) => {
	const asked = vi.fn(async (_: string, __: RequestInit) => answer());
	vi.stubGlobal('fetch', asked);
	return asked;
};
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
	new Response(JSON.stringify(body), { status, headers });

afterEach(() => vi.unstubAllGlobals());

describe('request', () => {
	it('returns data and ETag', async () => {
		answering(() => json({ success: true, data: { id: '1' } }, 200, { etag: '"3"' }));
		expect(await request('/courses/1')).toEqual({
			data: { id: '1' },
			etag: '"3"',
		});
	});

	it('leaves out undefined and empty query values', async () => {
		const asked = answering(() => json({ success: true, data: [] }));
		await request('/topics', { query: { search: 'a & b', page: undefined, sort: '' } });
		expect(asked.mock.calls[0]?.[0]).toBe('/api/topics?search=a+%26+b');
	});

	it('sends x-requested-with with an unsafe method', async () => {
		const asked = answering(() => json({ success: true, data: null }));
		await request('/courses/1', { method: 'DELETE' });
		const headers = asked.mock.calls[0]?.[1].headers as Record<string, string>;
		expect(headers['x-requested-with']).toBe('console');
	});

	it('throws the field messages of the server', async () => {
		const fields = { name: 'Name is required' };
		const body = { success: false, error: 'Name is required', code: 'invalid', fields };
		answering(() => json(body, 422));
		await expect(request('/x', { method: 'POST', body: {} })).rejects.toMatchObject({
			kind: 'refused',
			status: 422,
			fields,
		});
	});

	it('throws the current item and its ETag on a stale save', async () => {
		const body = { success: false, error: 'Stale', code: 'stale', data: { name: 'Theirs' } };
		answering(() => json(body, 412, { etag: '"7"' }));
		await expect(request('/x', { method: 'PUT', body: {} })).rejects.toMatchObject({
			status: 412,
			data: { name: 'Theirs' },
			etag: '"7"',
		});
	});

	it('throws on a false success flag, with the response’s message or the screen’s', async () => {
		answering(() => json({ success: false }, 200, { 'x-request-id': 'r1' }));
		const silent = await request('/courses/1').catch((error: unknown) => error);
		expect(describeError(silent, 'Failed to fetch subject')).toEqual({
			message: 'Failed to fetch subject',
			requestId: 'r1',
		});
		answering(() => json({ success: false, error: 'Not today' }));
		const spoken = await request('/courses/1').catch((error: unknown) => error);
		expect(describeError(spoken, 'Failed to fetch subject')).toEqual({ message: 'Not today' });
	});

	it('throws `foreign` for a page of a third party with status 200', async () => {
		answering(() => new Response('<h1>Buy a bundle</h1>'));
		await expect(request('/courses')).rejects.toMatchObject({
			kind: 'foreign',
			message: 'HTTP error! status: 200',
		});
	});

	it('throws `lost` without a connection, but not after an abort', async () => {
		answering(() => Promise.reject(new TypeError('Failed to fetch')));
		await expect(request('/courses')).rejects.toMatchObject({ kind: 'lost', status: 0 });
		const signal = AbortSignal.abort(new DOMException('no longer', 'AbortError'));
		await expect(request('/courses', { signal })).rejects.not.toHaveProperty('kind');
	});
});
