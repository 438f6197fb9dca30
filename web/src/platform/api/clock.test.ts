import { afterEach, expect, it, vi } from 'vitest';
import { setAheadMs } from '#shared/clock.ts';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import { isLater } from '../ui/format/dates.ts';
import { request } from './client.ts';

afterEach(() => {
	setAheadMs(0);
	vi.unstubAllGlobals();
});

const answerAt = (moment: string) => {
	const headers = { date: new Date(moment).toUTCString() };
	const body = JSON.stringify({ success: true, data: null });
	vi.stubGlobal('fetch', async () => new Response(body, { headers }));
	return request('/courses');
};

it('tells past and future by the clock of the server', async () => {
	const inAYear = new Date(Date.now() + 366 * 86_400_000).toISOString();
	expect(isLater(inAYear)).toBe(true);
	await answerAt('2051-06-01T00:00:00Z');
	expect(isLater(inAYear)).toBe(false);
	expect(examSets.start().year).toBe(2051);
	await answerAt('2051-05-31T23:59:55Z');
	expect(isLater('2051-06-01T00:00:00.000Z')).toBe(false);
});
