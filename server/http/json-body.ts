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

/** Parses JSON bodies only. An empty body counts as none; a POST whose schema accepts `{}` needs no body. */
export const parseJsonBodies = (app: Api) => {
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
