import { expect, it } from 'vitest';
import { readable } from './log.ts';

const time = new Date(2026, 10, 22, 9, 5, 7).getTime();
const line = (entry: object) =>
	JSON.stringify({ level: 40, time, pid: 7, hostname: 'h', ...entry });

it('says to a person what a line of the log says', () => {
	expect(readable(line({ msg: 'Slow' }))).toBe('09:05:07 WARN  Slow');
	const request = { req: { method: 'GET', url: '/api/topics', ip: '127.0.0.1' }, reqId: 'a-1' };
	expect(readable(line({ level: 30, ...request, msg: 'incoming request' }))).toBe(
		'09:05:07 INFO  incoming request GET /api/topics {"reqId":"a-1"}',
	);
	const done = { level: 30, res: { statusCode: 200 }, responseTime: 4.4, msg: 'request completed' };
	expect(readable(line(done))).toBe('09:05:07 INFO  request completed 200 4 ms');
});

it('shows where an error came from, each of its lines on one', () => {
	const err = { type: 'Error', message: 'No', stack: 'Error: No\n    at a.ts:1' };
	expect(readable(line({ level: 50, err, msg: 'Failed' }))).toBe(
		'09:05:07 ERROR Failed\nError: No\n    at a.ts:1',
	);
});

it('does not hand on what would turn a terminal', () => {
	expect(readable(line({ msg: 'a\u001b[31m\nb', by: '\u0007' }))).toBe(
		'09:05:07 WARN  a\\u001b[31m\\nb {"by":"\\u0007"}',
	);
});
