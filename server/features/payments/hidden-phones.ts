import type { FastifyRequest } from 'fastify';
import { withoutPhones } from '#shared/hidden-phones.ts';
import { isMasked, isPayersNumber, phonesIn, readPhone } from '#shared/phone.ts';
import { firstIdAt, momentOfId, recordAudit } from '../../audit/audit-log.ts';
import { actorText, auditContextOf } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import { holdName } from '../../db/engine.ts';
import { type AccessTable, accessOf } from '../../http/access.ts';
import type { Api } from '../../http/api.ts';
import { tooMany } from '../../http/limits.ts';
import { masked } from '../../http/masked.ts';

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

const HOUR_MS = 3_600_000;
/** Searches for a whole number that one person may make in an hour, each number counted once. */
const SEARCHES_MAX = 100;

/** Returns the whole numbers, or hashes of such, that a request searches for. */
const numbersIn = ({ query }: FastifyRequest) => {
	const texts = ['phone', 'search', 'q'].flatMap((name) => {
		const value = (query as Record<string, unknown> | null)?.[name];
		return typeof value === 'string' ? [value.trim()] : [];
	});
	return new Set(
		texts.flatMap((text) =>
			isPayersNumber(text) && !isMasked(text)
				? [readPhone(text) ?? text.toLowerCase()]
				: phonesIn(text),
		),
	);
};

/**
 * Limits how many whole numbers a person searches for while phones are masked, and writes each down: whoever may try
 * all numbers finds out any. Counts the audit rows, so that all servers share the count.
 */
const openSearchLimit = (database: Database) => {
	/** Numbers that are counted already, until when; a page of the same search is no other search. */
	const counted = new Map<string, number>();
	return async (request: FastifyRequest) => {
		const by = auditContextOf(request);
		const actor = actorText(by.actor);
		const now = Date.now();
		for (const [key, until] of counted) if (until <= now) counted.delete(key);
		for (const number of numbersIn(request)) {
			const key = `${actor} ${number}`;
			if (counted.has(key)) continue;
			await database.write(async (trx) => {
				await holdName(trx, `search for phones by ${actor}`);
				const rows = await trx
					.selectFrom('audit_log')
					.select('id')
					.where('actor', '=', actor)
					.where('action', '=', 'search')
					.where('id', '>=', firstIdAt(now - HOUR_MS))
					.orderBy('id')
					.execute();
				const [oldest] = rows;
				if (oldest && rows.length >= SEARCHES_MAX)
					throw tooMany(
						momentOfId(oldest.id) + HOUR_MS - now,
						`You have searched for ${SEARCHES_MAX} phone numbers within an hour. Please search by receipt or name, or wait.`,
					);
				recordAudit(trx, by, {
					action: 'search',
					item: { kind: 'transaction', id: null, name: 'Transactions' },
					details: { number: masked(number) },
				});
			});
			counted.set(key, now + HOUR_MS);
		}
	};
};

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
export const maskAnswers = (api: Api, table: AccessTable, database: Database | undefined) => {
	api.decorateRequest('masksPhones', false);
	if (!database) return;
	api.addHook('onRequest', (request, _reply, done) => {
		const { url = '', config } = request.routeOptions;
		const isPerson = request.caller?.session !== undefined;
		request.masksPhones =
			isPerson && !config.tellsPhones && showsPhones(table, url, request.method);
		done();
	});
	const limitSearches = openSearchLimit(database);
	api.addHook('preHandler', async (request) => {
		if (request.masksPhones) await limitSearches(request);
	});
	api.addHook('preSerialization', (request, _reply, payload, done) =>
		done(null, request.masksPhones ? withoutPhones(payload) : payload),
	);
};
