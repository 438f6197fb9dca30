import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCodes, type FailureBody } from '#shared/contract/errors.ts';

/** By the codes of Node's HTTP parser and server; whatever else comes is a request nobody can read. */
const byCode: Record<string, ErrorCode> = {
	HPE_HEADER_OVERFLOW: 'headers_too_large',
	ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
};

/** Answers what is not HTTP, which no route and no hook ever sees, and ends its connection. */
export const refuseUnreadable = (error: { code?: string }, socket: Socket) => {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const code = byCode[error.code ?? ''] ?? 'bad_request';
	const { status, message } = errorCodes[code];
	const failure: FailureBody = { success: false, error: message, code };
	const body = JSON.stringify(failure);
	socket.write(
		[
			`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
			'connection: close',
			'cache-control: no-store',
			'x-content-type-options: nosniff',
			'content-type: application/json; charset=utf-8',
			`content-length: ${Buffer.byteLength(body)}`,
			'',
			body,
		].join('\r\n'),
	);
	socket.destroySoon();
};
