import { describe, expect, it } from 'vitest';
import { decideDelivery } from './send-file.ts';

const etag = '"abc"';
const delivery = (headers: Record<string, string>, method = 'GET') =>
	decideDelivery(method, headers, { etag, size: 1000 });

describe('a range', () => {
	it.each<[string, [number, number]]>([
		['bytes=0-0', [0, 0]],
		['bytes=0-499', [0, 499]],
		['bytes=500-', [500, 999]],
		['bytes=999-', [999, 999]],
		['bytes=-1', [999, 999]],
		['bytes=-1000', [0, 999]],
		['bytes=-5000', [0, 999]],
		['bytes=0-99999999999999999999999', [0, 999]],
		[' bytes=1-2 ', [1, 2]],
	])('%s is answered with that part', (range, [start, end]) =>
		expect(delivery({ range })).toEqual({ status: 206, range: { start, end } }),
	);

	it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=99999999999999999999-'])(
		'is not satisfiable as %s',
		(range) => expect(delivery({ range })).toEqual({ status: 416 }),
	);

	it.each([
		'bytes=0-1,5-6',
		'bytes=5-3',
		'bytes=-',
		'bytes=a-b',
		'bytes',
		'items=0-1',
		'bytes=1-2-3',
		'bytes = 0-1',
		'',
	])('ignores %j', (range) => expect(delivery({ range })).toEqual({ status: 200 }));

	it('is ignored for other methods than GET', () =>
		expect(delivery({ range: 'bytes=0-1' }, 'HEAD')).toEqual({ status: 200 }));

	it.each([
		['"abc"', 206],
		['W/"abc"', 200],
		['"other"', 200],
		['Fri, 20 Nov 2026 10:00:00 GMT', 200],
	])('on condition of %s gives %i', (condition, status) =>
		expect(delivery({ range: 'bytes=0-1', 'if-range': condition }).status).toBe(status),
	);
});

describe('a caller with a cached file', () => {
	it.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc"', '*'])(
		'gets 304 for the tag %s',
		(known) => {
			expect(delivery({ 'if-none-match': known })).toEqual({ status: 304 });
			expect(delivery({ 'if-none-match': known }, 'HEAD')).toEqual({ status: 304 });
			expect(delivery({ 'if-none-match': known, range: 'bytes=0-1' })).toEqual({ status: 304 });
		},
	);

	it.each(['"x"', 'abc', '""', ''])('gets the whole file for the tag %j', (known) =>
		expect(delivery({ 'if-none-match': known })).toEqual({ status: 200 }),
	);
});
