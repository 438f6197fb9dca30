import { withoutPhones } from '#shared/hidden-phones.ts';
import { type AccessTable, accessOf } from '../../http/access.ts';
import type { Api } from '../../http/api.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** Whoever asks sees phones masked: what is answered other than as JSON goes by this itself. */
		masksPhones: boolean;
	}
	interface FastifyContextConfig {
		/** Answers a whole number to whoever may ask for it. */
		tellsPhones?: boolean;
	}
}

/** What shows payers' numbers: payments, statements and their like, what was done with them, what is found. */
const showsPhones = (table: AccessTable, url: string, method: string) => {
	const need = accessOf(table, url, method)?.permission ?? '';
	return /^(payments|audit):/.test(need) || url === '/api/search';
};

/**
 * The one place where phones are masked as they leave the server: in every answer to a person, failures too, of
 * the calls that show them. By what a call needs, so that a new one is masked without knowing of it. Programs see
 * numbers as they are.
 */
export const maskAnswers = (api: Api, table: AccessTable, on: boolean) => {
	api.decorateRequest('masksPhones', false);
	if (!on) return;
	api.addHook('onRequest', (request, _reply, done) => {
		const { url = '', config } = request.routeOptions;
		const isPerson = request.caller?.session !== undefined;
		request.masksPhones =
			isPerson && !config.tellsPhones && showsPhones(table, url, request.method);
		done();
	});
	api.addHook('preSerialization', (request, _reply, payload, done) =>
		done(null, request.masksPhones ? withoutPhones(payload) : payload),
	);
};
