import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { failureOf } from './client.ts';
import { errorMessage, UNKNOWN } from './error-message.ts';

const ours = (error: string, more: object = {}) =>
	JSON.stringify({ success: false, error, code: 'word', ...more });

describe('a failure in words', () => {
	it('is what the server says when it refuses', () => {
		const error = failureOf(409, ours('This conflicts with something else.'), {});
		expect(errorMessage(error, 'Failed to save')).toEqual({
			message: 'This conflicts with something else.',
		});
	});

	it('is the text of the screen, with the request id, when our server breaks', () => {
		const error = failureOf(500, ours('Something went wrong.', { requestId: 'r-1' }), {});
		expect(errorMessage(error, 'Failed to create subject')).toEqual({
			message: 'Failed to create subject',
			requestId: 'r-1',
		});
	});

	it('is what the server says where M-Pesa failed, not we', () => {
		const said = 'M-Pesa refused this payment: Wrong credentials';
		const body = JSON.stringify({ success: false, error: said, code: 'payment_refused' });
		expect(errorMessage(failureOf(502, body, {}), 'It failed')).toEqual({ message: said });
	});

	it('is the status when the answer is not one of ours', () => {
		expect(errorMessage(failureOf(502, '<h1>Bad gateway</h1>', {}), 'x').message).toBe(
			'HTTP error! status: 502',
		);
		expect(errorMessage(failureOf(404, '{"message":"no such page"}', {}), 'x').message).toBe(
			'HTTP error! status: 404',
		);
	});

	it('is the text of the screen, and what to do, when the connection is lost', () => {
		const words = errorMessage(new ApiError({ kind: 'lost' }), 'Failed to fetch subjects');
		expect(words.message).toBe('Failed to fetch subjects');
		expect(words.hint).toContain('connection');
	});

	it('never shows the text of a program error', () => {
		expect(errorMessage(new TypeError('x is undefined'))).toEqual({ message: UNKNOWN });
	});
});
