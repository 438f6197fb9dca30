import { z } from '#shared/zod.ts';
import { AppError } from '../errors.ts';
import type { Api } from './api.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decode = (body: Buffer) => {
	try {
		return utf8.decode(body);
	} catch {
		throw new AppError('bad_request', 'The request body is not UTF-8.');
	}
};

/**
 * The API reads JSON and, for uploads, multipart; nothing else. Old callers send a JSON content type
 * with every call, so a body that is announced and empty is no body. Keys that reach for a prototype
 * are refused with the rest of what is no JSON. A POST that needs nothing said may come without a body.
 */
export const jsonBody = (app: Api) => {
	app.removeAllContentTypeParsers();
	const parse = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser(
		'application/json',
		{ parseAs: 'buffer' },
		(request, body: Buffer, done) => {
			if (body.length === 0) return done(null, undefined);
			return parse(request, decode(body), done);
		},
	);
	app.addHook('preValidation', (request, _reply, done) => {
		const { body } = request.routeOptions.schema ?? {};
		const isLeftOut = request.method === 'POST' && request.body === undefined;
		if (isLeftOut && body instanceof z.core.$ZodType && z.safeParse(body, {}).success)
			request.body = {};
		done();
	});
};
