import type { Trx } from '../../db/database.ts';
import type { Exchange } from '../../mpesa/exchange.ts';

/** Keeps a call that we made, as two messages: what we asked, and what came back if anything did. */
export const keepExchange = async (
	trx: Trx,
	kind: 'push' | 'query',
	key: string | null,
	{ request, status, body }: Exchange,
	now: number,
) => {
	const common = { at: new Date(now).toISOString(), key, peer: null, trusted: 1 };
	const rows = await trx
		.insertInto('mpesa_messages')
		.values([
			{
				...common,
				kind: `${kind}_request`,
				http_status: null,
				body: Buffer.from(request),
			},
			...(status === null
				? []
				: [
						{
							...common,
							kind: `${kind}_answer` as const,
							http_status: status,
							body: Buffer.from(body),
						},
					]),
		])
		.returning('id')
		.execute();
	const [asked, answered] = rows.map(({ id }) => id).sort((a, b) => a - b);
	return { asked: asked as number, answered };
};
