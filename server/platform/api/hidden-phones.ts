import type { FastifyRequest } from 'fastify';
import { findNamedPhones, maskPhonesIn } from '#shared/hidden-phones.ts';
import { toCompactKey } from '#shared/payment-keys.ts';
import { findPhones, isMasked, readPhone } from '#shared/phone.ts';
import { foldText } from '#shared/search-key.ts';
import { buildFirstId, parseIdTime, recordAudit } from '../audit/audit-log.ts';
import { formatActor, toAuditContext } from '../audit-context.ts';
import type { Database } from '../db/database.ts';
import { isId, lockName } from '../db/engine.ts';
import { type AccessTable, findAccess } from '../http/access.ts';
import type { Api } from '../http/api.ts';
import { tooMany } from '../http/limits.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** Whether the caller sees phones masked; responses other than JSON call `maskPhonesFor`. */
		masksPhones: boolean;
	}
}

const HOUR_MS = 3_600_000;
/** Upper bound of different whole numbers that a person may look up in an hour. */
const SEARCHES_MAX = 100;

/** Fields of bodies with the words of a person, which find nothing. */
const WORDS = new Set(['reason', 'override_reason', 'text']);

const listTexts = (value: unknown, name = ''): string[] => {
	if (typeof value === 'string') {
		const text = value.trim();
		return WORDS.has(name) || isId(value) ? [] : [text];
	}
	if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
	return Object.entries(value).flatMap(([key, each]) =>
		listTexts(each, Array.isArray(value) ? name : key),
	);
};

/** Returns the whole numbers, or hashes of numbers, in the address, query and body of a request. */
const findNumbers = ({ params, query, body }: FastifyRequest) => {
	const texts = [params, query, body].flatMap((part) => listTexts(part));
	return new Set(
		texts.flatMap((text) => {
			if (isMasked(text)) return [];
			const hash = /^[\da-f]{64}$/i.test(text) ? [text.toLowerCase()] : [];
			// Every form in which a search compares the text.
			const forms = [text, foldText(text), toCompactKey(text)];
			return [
				...hash,
				...findNamedPhones(text),
				...forms.flatMap((form) => readPhone(form) ?? findPhones(form)),
			];
		}),
	);
};

/**
 * Limits the whole numbers that a person sends while phones are masked, wherever in a call, and audits each, so that no
 * number can be found by trying all. Counts audit rows, which all servers share.
 */
const openSearchLimit = (database: Database) => {
	/** Numbers that are counted already, and until when: another page of the same search is not counted again. */
	const counted = new Map<string, number>();
	return async (request: FastifyRequest) => {
		const context = toAuditContext(request);
		const actor = formatActor(context.actor);
		const now = Date.now();
		for (const [key, until] of counted) if (until <= now) counted.delete(key);
		for (const number of findNumbers(request)) {
			const key = `${actor} ${number}`;
			if (counted.has(key)) continue;
			await database.write(async (trx) => {
				await lockName(trx, `search for phones by ${actor}`);
				const rows = await trx
					.selectFrom('audit_log')
					.select('id')
					.where('actor', '=', actor)
					.where('action', '=', 'search')
					.where('id', '>=', buildFirstId(now - HOUR_MS))
					.orderBy('id')
					.execute();
				const [oldest] = rows;
				if (oldest && rows.length >= SEARCHES_MAX)
					throw tooMany(
						parseIdTime(oldest.id) + HOUR_MS - now,
						`You have searched for ${SEARCHES_MAX} phone numbers within an hour. Search by receipt or name.`,
					);
				recordAudit(trx, context, {
					action: 'search',
					item: { kind: 'transaction', id: null, name: 'Transactions' },
					details: { number },
				});
			});
			counted.set(key, now + HOUR_MS);
		}
	};
};

/** Returns whether a route can show phones: those of payments, statements and the audit trail, and the search. */
const canShowPhones = (table: AccessTable, { routeOptions, method }: FastifyRequest) => {
	const { url = '', config } = routeOptions;
	const need = findAccess(table, url, method)?.permission ?? '';
	return config.call?.showsPhones === true || /^(payments|accounts|audit):/.test(need);
};

/** Masks the phones in a value for a caller who must not see them. */
export const maskPhonesFor = <T>({ masksPhones }: FastifyRequest, value: T) =>
	masksPhones ? maskPhonesIn(value) : value;

/**
 * Masks phones in every JSON response to a person, also in errors, of the routes that can show them. The permission of a
 * route decides, so that new routes are masked too. API keys see numbers as they are.
 */
export const maskAnswers = (api: Api, table: AccessTable, database: Database | undefined) => {
	api.decorateRequest('masksPhones', false);
	if (!database) return;
	api.addHook('onRequest', (request, _reply, done) => {
		const { call } = request.routeOptions.config;
		const isPerson = request.caller?.session !== undefined;
		request.masksPhones = isPerson && !call?.revealsPhones && canShowPhones(table, request);
		done();
	});
	const limitSearches = openSearchLimit(database);
	api.addHook('preHandler', async (request) => {
		if (request.masksPhones) await limitSearches(request);
	});
	api.addHook('preSerialization', (request, _reply, payload, done) =>
		done(null, maskPhonesFor(request, payload)),
	);
};
