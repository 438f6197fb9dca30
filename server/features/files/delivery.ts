import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../files/store.ts';
import { tagsIn } from '../../http/etag.ts';

/** How to answer a request for a file: all of it, a part, nothing new, or no such part. */
export type Delivery = { status: 200 | 304 | 416 } | { status: 206; range: ByteRange };

/** Parses one byte range (RFC 9110, 14.1.2): undefined where it is ignored, null where it is outside of the content. */
const rangeOf = (header: string, size: number): ByteRange | null | undefined => {
	const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
	if (first === '' && last === '') return undefined;
	const end = first === '' || last === '' ? size - 1 : Number(last);
	const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
	if (start >= size) return null;
	return end < start ? undefined : { start, end: Math.min(end, size - 1) };
};

/** Decides how to answer from the conditional headers of a request (RFC 9110, 13.2.2). */
export const deliveryOf = (
	method: string,
	headers: IncomingHttpHeaders,
	{ etag, size }: { etag: string; size: number },
): Delivery => {
	const known = headers['if-none-match'];
	if (known !== undefined && (known.trim() === '*' || tagsIn(known).includes(etag)))
		return { status: 304 };
	const condition = headers['if-range'];
	if (method !== 'GET' || headers.range === undefined) return { status: 200 };
	if (typeof condition === 'string' && condition.trim() !== etag) return { status: 200 };
	const range = rangeOf(headers.range, size);
	if (range === undefined) return { status: 200 };
	return range ? { status: 206, range } : { status: 416 };
};
