import { randomUUIDv7 } from 'node:crypto';
import type { BetterAuthOptions } from '@better-auth/core';
import type { DBAdapter } from '@better-auth/core/db/adapter';

type Adapter = DBAdapter<BetterAuthOptions>;

/**
 * An adapter of better-auth under which looking for somebody by their e-mail costs as many statements
 * where nobody has it. better-auth looks for the passwords of whom it found, and for none otherwise:
 * a fraction of a millisecond that would tell who is here.
 */
export const sameWork = (inner: Adapter): Adapter => ({
	...inner,
	findOne: (async (call: Parameters<Adapter['findOne']>[0]) => {
		const found = await inner.findOne(call);
		if (found === null && call.model === 'user' && call.join)
			await inner.findMany({
				model: 'account',
				where: [{ field: 'userId', value: randomUUIDv7() }],
				limit: 100,
			});
		return found;
	}) as Adapter['findOne'],
});
