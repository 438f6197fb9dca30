import { createHash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { Insertable } from 'kysely';
import { failureBody } from '#shared/contract/platform/errors.ts';
import { describeAs, z } from '#shared/zod.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { type Count, createNetworkTest, getNetwork } from '../../platform/http/limits.ts';
import { readKey, readMessageFacts } from '../mpesa/deliveries.ts';
import type { MpesaSettings } from '../mpesa/settings.ts';
import type { MessageRow } from './tables.ts';

const BODY_MAX_BYTES = 64 * 1024;
/** Content codings that are decompressed before a body is stored. */
const DECODERS = new Map([
	['gzip', promisify(gunzip)],
	['br', promisify(brotliDecompress)],
]);
const accepted = z.object({
	ResultCode: z.union([z.literal(0), z.literal('0')]),
	ResultDesc: z.string(),
});

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Decompresses a body. Returns it unchanged for other codings, and if it is damaged or above 64 KiB without
 * compression, so that a person can look at it.
 */
const decompressBody = async (body: Buffer, coding = '') => {
	const unpack = DECODERS.get(coding.trim().toLowerCase());
	return unpack ? unpack(body, { maxOutputLength: BODY_MAX_BYTES }).catch(() => body) : body;
};

/** Returns a test for trusted addresses; every address is trusted without a list. */
export const createSourceTest = (networks: readonly string[]) => {
	const isNamed = createNetworkTest(networks);
	return (ip: string) => networks.length === 0 || isNamed(ip);
};

/** Stores a delivery unchanged and queues it. Simultaneous deliveries share a commit. */
export const storeDelivery = (database: Database, message: Insertable<MessageRow>) =>
	database.write(async (trx) => {
		const stored = trx.insertInto('mpesa_messages').values(message).returning('id as message_id');
		await trx
			.insertInto('payment_queue')
			.values(await stored.executeTakeFirstOrThrow())
			.execute();
	});

/**
 * Adds the hooks that Safaricom delivers to. A delivery is on disk before the response 200 and is applied later. Every
 * body with the right token is stored and accepted; without the token the response is 404.
 */
export const addHookRoutes = (
	api: Api,
	settings: MpesaSettings,
	keep: (message: Insertable<MessageRow>) => Promise<void>,
	count: Count,
	now: () => number,
) => {
	const tokens = settings.hookTokens.map(hash);
	const isTrusted = createSourceTest(settings.sources);

	api.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser(
			'*',
			{ parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
			(_request, body, done) => done(null, body),
		);
		scope.addHook('onRequest', async (request) => {
			// Accepts any media type, even an invalid one, because bodies are stored unchanged.
			request.headers['content-type'] = 'application/octet-stream';
			const given = hash((request.params as { token: string }).token);
			// Wrong tokens have a rate limit of their own, so that guessing cannot block deliveries.
			if (!tokens.some((token) => timingSafeEqual(given, token))) {
				await count('address', getNetwork(request.ip));
				throw new AppError('not_found', 'Nothing exists at this address.');
			}
			await count('hooks', isTrusted(request.ip) ? 'all' : getNetwork(request.ip));
		});

		const hook = (kind: 'stk' | 'c2b', summary: string, ResultCode: 0 | '0') =>
			scope.post(
				`/hooks/:token/${kind}`,
				{
					config: { anySite: true },
					decompress: false,
					schema: {
						operationId: kind === 'stk' ? 'receiveStkCallback' : 'receiveConfirmation',
						summary,
						params: z.object({ token: z.string() }),
						body: describeAs(z.any(), 'The body as M-Pesa sends it. Every body is stored.'),
						response: { 200: accepted, default: failureBody },
					},
				},
				async (request) => {
					const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
					const body = await decompressBody(sent, request.headers['content-encoding']);
					const at = now();
					await keep({
						at: new Date(at).toISOString(),
						kind,
						key: readKey(kind, body),
						...readMessageFacts(kind, body, at),
						peer: request.ip,
						trusted: isTrusted(request.ip),
						http_status: null,
						body,
					});
					return { ResultCode, ResultDesc: 'Accepted' };
				},
			);
		hook('stk', 'Receives the result of a payment request', 0);
		hook('c2b', 'Receives the confirmation of a paybill payment', '0');
		scope.post(
			'/hooks/:token/c2b/validate',
			{
				config: { anySite: true },
				decompress: false,
				schema: {
					operationId: 'validatePayment',
					summary: 'Accepts a C2B validation request; books nothing',
					description: 'M-Pesa asks before money moves, and may still cancel the payment.',
					params: z.object({ token: z.string() }),
					body: describeAs(z.any(), 'As M-Pesa sends it; it is not stored.'),
					response: { 200: accepted, default: failureBody },
				},
			},
			async () => ({ ResultCode: '0' as const, ResultDesc: 'Accepted' }),
		);
	});
};
