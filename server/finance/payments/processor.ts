import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Plan } from '#shared/contract/finance/plans.ts';
import type { Database } from '../../platform/db/database.ts';
import { classifyError, lockRows } from '../../platform/db/engine.ts';
import { isSchemaCurrent } from '../../platform/db/migrate.ts';
import { applyCallback, applyConfirmation } from './apply.ts';
import { finishWork, makeMpesaContext, startWork } from './unit-of-work.ts';

const BATCH = 25;
const RETRY_MS = 500;

/** The short codes that confirmations may name, and the plans that payments by hand buy. */
interface Rules {
	shortCodes: readonly string[];
	plans?: readonly Plan[];
}

/** Applies deliveries in one transaction, in order of arrival. */
const apply = (database: Database, ids: readonly number[], rules: Rules, now: number) =>
	database.write(async (trx) => {
		const queue = trx
			.selectFrom('payment_queue')
			.select('message_id')
			.where('message_id', 'in', ids);
		// Skips deliveries that another server is applying.
		const free = await lockRows(trx, queue, 'unlocked').execute();
		const mine = free.map(({ message_id }) => message_id);
		if (mine.length === 0) return;
		const messages = await trx
			.selectFrom('mpesa_messages')
			.select(['id', 'at', 'kind', 'trusted', 'peer', 'body'])
			.where('id', 'in', mine)
			.orderBy('id')
			.execute();
		const work = startWork(trx, now, rules.plans);
		for (const { id, at, kind, trusted, peer, body } of messages) {
			const cause = { messageId: id, at: Date.parse(at), context: makeMpesaContext(peer) };
			if (kind === 'stk') await applyCallback(work, body, trusted, { ...cause, kind: 'callback' });
			else {
				const by = { ...cause, kind: 'confirmation' as const };
				await applyConfirmation(work, body, trusted, by, rules);
			}
		}
		await trx.deleteFrom('payment_queue').where('message_id', 'in', mine).execute();
		await finishWork(work);
	});

/**
 * Applies deliveries as soon as they are stored. A delivery that cannot be applied stays in the queue and does not
 * block the others; while the database is unreachable all of them wait. Confirmations for short codes other than these
 * are set aside. Applies nothing after a newer version has updated the database: its servers do.
 */
export const openProcessor = (
	database: Database,
	rules: Rules,
	now: () => number,
	onError: (error: unknown) => void,
) => {
	const stuck = new Set<number>();
	let closed = false;
	let running: Promise<void> | undefined;
	let wanted = false;
	let waiting: NodeJS.Timeout | undefined;

	/** Applies deliveries; calls `refused` if one cannot be applied, and rejects if the database is unreachable. */
	const attempt = async (ids: number[], refused: (error: unknown) => void | Promise<void>) => {
		try {
			if (ids.length > 0) await apply(database, ids, rules, now());
		} catch (error) {
			if (classifyError(error)) throw error;
			await refused(error);
		}
	};

	const drain = async () => {
		wanted = false;
		if (!(await isSchemaCurrent(database.read))) return;
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
				// One of them failed or conflicted with a writer of the same receipt, so each is tried alone.
				for (const id of ids)
					await attempt([id], (error) => {
						stuck.add(id);
						onError(error);
					});
			});
			await yieldToOthers();
		}
	};

	const kick = () => {
		wanted = true;
		if (running || waiting || closed) return;
		running = drain()
			.catch((error) => {
				onError(error);
				waiting = setTimeout(() => {
					waiting = undefined;
					kick();
				}, RETRY_MS).unref();
			})
			.finally(() => {
				running = undefined;
				// A delivery was stored after the last read while this run was still going.
				if (wanted) kick();
			});
	};

	return {
		/** Starts applying stored deliveries. */
		kick,
		/** Resolves when all deliveries that can be applied are applied. */
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
