import { setImmediate as othersFirst } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { lockRows, troubleOf } from '../../db/engine.ts';
import { applyCallback, applyConfirmation } from './apply.ts';
import { byMpesa } from './audit.ts';
import { finishWork, startWork } from './unit-of-work.ts';

const BATCH = 25;
const AGAIN_MS = 500;

/** Applies these deliveries in one transaction, in the order of their arrival. */
const apply = (
	database: Database,
	ids: readonly number[],
	shortCodes: readonly string[],
	now: number,
) =>
	database.write(async (trx) => {
		const queue = trx
			.selectFrom('payment_queue')
			.select('message_id')
			.where('message_id', 'in', ids);
		// Another server may be at it.
		const free = await lockRows(trx, queue, 'unlocked').execute();
		const mine = free.map(({ message_id }) => message_id);
		if (mine.length === 0) return;
		const messages = await trx
			.selectFrom('mpesa_messages')
			.select(['id', 'at', 'kind', 'trusted', 'peer', 'body'])
			.where('id', 'in', mine)
			.orderBy('id')
			.execute();
		const work = startWork(trx, now);
		for (const { id, at, kind, trusted, peer, body } of messages) {
			const cause = { messageId: id, at: Date.parse(at), by: byMpesa(peer) };
			if (kind === 'stk')
				await applyCallback(work, body, trusted === 1, { ...cause, kind: 'callback' });
			else {
				const by = { ...cause, kind: 'confirmation' as const };
				await applyConfirmation(work, body, trusted === 1, by, shortCodes);
			}
		}
		await trx.deleteFrom('payment_queue').where('message_id', 'in', mine).execute();
		await finishWork(work);
	});

/**
 * Applies deliveries as soon as they are kept. A delivery that cannot be applied stays and
 * does not hold up the others; while the database is away all of them wait. Confirmations of other
 * short codes than these are kept apart.
 */
export const openProcessor = (
	database: Database,
	shortCodes: readonly string[],
	now: () => number,
	onError: (error: unknown) => void,
) => {
	const stuck = new Set<number>();
	let closed = false;
	let running: Promise<void> | undefined;
	let wanted = false;

	/** Applies these; says so where one of them cannot be applied, and fails where the database is away. */
	const attempt = async (ids: number[], refused: (error: unknown) => void | Promise<void>) => {
		try {
			if (ids.length > 0) await apply(database, ids, shortCodes, now());
		} catch (error) {
			if (troubleOf(error)) throw error;
			await refused(error);
		}
	};

	const drain = async () => {
		while (!closed) {
			wanted = false;
			const queued = await database.read
				.selectFrom('payment_queue')
				.select('message_id')
				.$if(stuck.size > 0, (query) => query.where('message_id', 'not in', [...stuck]))
				.orderBy('message_id')
				.limit(BATCH)
				.execute();
			if (queued.length === 0 && !wanted) return;
			const ids = queued.map(({ message_id }) => message_id);
			await attempt(ids, async () => {
				// One of them is it, or met a writer of the same receipt: each has another try of its own.
				for (const id of ids)
					await attempt([id], (error) => {
						stuck.add(id);
						onError(error);
					});
			});
			await othersFirst();
		}
	};

	const kick = () => {
		wanted = true;
		if (running || closed) return;
		running = drain()
			.catch((error) => {
				onError(error);
				setTimeout(kick, AGAIN_MS).unref();
			})
			.finally(() => {
				running = undefined;
				// Something was kept after the last look, and found this one still under way.
				if (wanted) kick();
			});
	};

	return {
		/** Something was kept: apply it. */
		kick,
		/** Resolves when nothing is left to apply, except what cannot be. */
		idle: async () => {
			kick();
			while (running) await running;
		},
		close: async () => {
			closed = true;
			await running;
		},
	};
};
