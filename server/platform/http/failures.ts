import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import {
	type ErrorCode,
	errorCodes,
	type FailureBody,
	type FieldErrors,
} from '#shared/contract/platform/errors.ts';
import { AppError } from '../errors.ts';

const byStatus = new Map<number, ErrorCode>([
	[400, 'bad_request'],
	[401, 'unauthenticated'],
	[403, 'forbidden'],
	[404, 'not_found'],
	[405, 'method_not_allowed'],
	[408, 'timeout'],
	[413, 'too_large'],
	[415, 'unsupported_type'],
	[429, 'too_many'],
]);

interface Issue {
	instancePath: string;
	message?: string;
}

/**
 * Returns a failure with the first message of each field, and the first of all as its message. An error without a field
 * means that the body is not an object.
 */
const toInvalidFields = (issues: readonly Issue[]) => {
	const fields: FieldErrors = {};
	for (const { instancePath, message = 'Invalid value' } of issues) {
		// An error in one value of a list belongs to the list.
		const field = instancePath
			.replace(/^\//, '')
			.replace(/\/\d+$/, '')
			.replaceAll('/', '.');
		if (field === '') return new AppError('bad_request', 'The request body must be a JSON object.');
		fields[field] ??= message;
	}
	return new AppError('invalid', Object.values(fields)[0], { fields });
};

type ClassifyError = (error: unknown) => 'unavailable' | 'storage_full' | undefined;

const recognizeError = (
	error: FastifyError,
	classifyError: ClassifyError,
): AppError | undefined => {
	if (error instanceof AppError) return error;
	if (hasZodFastifySchemaValidationErrors(error))
		return toInvalidFields(error.validation as Issue[]);
	const trouble = classifyError(error);
	if (trouble)
		return new AppError(trouble, undefined, { cause: error, headers: { 'retry-after': '2' } });
	const code = byStatus.get(error.statusCode ?? 500);
	if (!code)
		return error.statusCode && error.statusCode < 500 ? new AppError('bad_request') : undefined;
	return new AppError(
		code,
		error.code === 'FST_ERR_CTP_INVALID_JSON_BODY'
			? 'The request body is not valid JSON.'
			: undefined,
	);
};

/** Sends a failure; shared by the error handler and by code that refuses without throwing. */
export const sendFailure = (request: FastifyRequest, reply: FastifyReply, failure: AppError) => {
	const body: FailureBody = { success: false, error: failure.message, code: failure.code };
	if (failure.extras.fields) body.fields = failure.extras.fields;
	if (failure.extras.data !== undefined) body.data = failure.extras.data;
	if (failure.status >= 500) body.requestId = request.id;
	return reply
		.code(failure.status)
		.headers({
			'cache-control': 'no-store',
			...(failure.status === 401 && { 'www-authenticate': 'Bearer' }),
			...failure.extras.headers,
		})
		.type('application/json; charset=utf-8')
		.serializer((payload: unknown) => JSON.stringify(payload))
		.send(body);
};

/** Makes the error handler: every failure has the same shape, and its cause is never sent. */
export const errorHandler =
	(classifyError: ClassifyError) =>
	(error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
		const failure =
			recognizeError(error, classifyError) ?? new AppError('internal', undefined, { cause: error });
		if (failure.status >= 500) request.log.error({ err: error }, errorCodes[failure.code].message);
		return sendFailure(request, reply, failure);
	};
