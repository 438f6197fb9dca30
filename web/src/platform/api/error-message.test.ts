import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { toApiError } from './client.ts';
import { describeError, UNKNOWN } from './error-message.ts';

const ours = (error: string, more: object = {}) =>
	JSON.stringify({ success: false, error, code: 'word', ...more });

describe('errorMessage', () => {
	it('returns the message of a refusal', () => {
		const error = toApiError(409, ours('This conflicts with something else.'), {});
		expect(describeError(error, 'Failed to save')).toEqual({
			message: 'This conflicts with something else.',
		});
	});

	it('returns the fallback and the request id for a server error', () => {
		const error = toApiError(500, ours('Something went wrong.', { requestId: 'r-1' }), {});
		expect(describeError(error, 'Failed to create subject')).toEqual({
			message: 'Failed to create subject',
			requestId: 'r-1',
		});
	});

	it('returns the message of the server when M-Pesa failed', () => {
		const message = 'M-Pesa refused this payment: Wrong credentials';
		const body = JSON.stringify({ success: false, error: message, code: 'payment_refused' });
		expect(describeError(toApiError(502, body, {}), 'It failed')).toEqual({ message });
	});

	it('returns the status of a foreign response', () => {
		expect(describeError(toApiError(502, '<h1>Bad gateway</h1>', {}), 'x').message).toBe(
			'HTTP error! status: 502',
		);
		expect(describeError(toApiError(404, '{"message":"no such page"}', {}), 'x').message).toBe(
			'HTTP error! status: 404',
		);
	});

	it('returns the fallback and a hint for a lost connection', () => {
		const words = describeError(new ApiError({ kind: 'lost' }), 'Failed to fetch subjects');
		expect(words.message).toBe('Failed to fetch subjects');
		expect(words.hint).toContain('connection');
	});

	it('returns the unknown error for a TypeError', () => {
		expect(describeError(new TypeError('x is undefined'))).toEqual({ message: UNKNOWN });
	});
});
