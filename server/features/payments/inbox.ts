import type { Insertable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { MessageRow } from './tables.ts';

interface Waiting {
	message: Insertable<MessageRow>;
	kept: () => void;
	failed: (error: unknown) => void;
}

const TOGETHER = 100;

/**
 * Keeps deliveries as they came. `keep` resolves when the delivery is on disk; those that arrive
 * while others are being written share the next commit, so that a slow disk bounds the wait and not
 * the number.
 */
export const openInbox = (database: Database, onKept: () => void) => {
	let waiting: Waiting[] = [];
	let writing: Promise<void> | undefined;

	const store = (messages: Insertable<MessageRow>[]) =>
		database.write(async (trx) => {
			const rows = await trx
				.insertInto('mpesa_messages')
				.values(messages)
				.returning('id')
				.execute();
			await trx
				.insertInto('payment_queue')
				.values(rows.map(({ id }) => ({ message_id: id })))
				.execute();
		});

	const write = async () => {
		while (waiting.length > 0) {
			const together = waiting.slice(0, TOGETHER);
			waiting = waiting.slice(TOGETHER);
			try {
				await store(together.map(({ message }) => message));
				for (const { kept } of together) kept();
				onKept();
			} catch (error) {
				for (const { failed } of together) failed(error);
			}
		}
		writing = undefined;
	};

	return {
		keep: (message: Insertable<MessageRow>) =>
			new Promise<void>((kept, failed) => {
				waiting.push({ message, kept, failed });
				writing ??= write();
			}),
		close: async () => {
			await writing;
		},
	};
};
