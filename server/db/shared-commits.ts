import { CompiledQuery } from 'kysely';
import type { Database, Db, Trx } from './database.ts';

/** How many transactions may share a commit, and after how many milliseconds no more are let in. */
const MOST = 32;
const LONGEST_MS = 10;

const SAVEPOINT = CompiledQuery.raw('savepoint member');
const RELEASE = CompiledQuery.raw('release member');
const ROLL_BACK = CompiledQuery.raw('rollback to member');

interface Member {
	work: (trx: Trx) => Promise<unknown>;
	result?: unknown;
	resolve: (result: unknown) => void;
	reject: (error: unknown) => void;
}

/** When it resolves, whatever else came in with this turn of the event loop has begun. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Throws where the engine has ended the whole transaction, as it may when the disk fails. */
const join = async (trx: Trx, member: Member, members: Member[]) => {
	members.push(member);
	await trx.executeQuery(SAVEPOINT);
	try {
		member.result = await member.work(trx);
	} catch (error) {
		members.pop();
		member.reject(error);
		await trx.executeQuery(ROLL_BACK);
	}
	await trx.executeQuery(RELEASE);
};

/**
 * Has transactions that come at the same time share a commit: the disk is waited for once and not for
 * each, by the one thread that has everybody's answers to make. Each is still all or nothing by itself:
 * one that fails takes back what it did and nothing else, and none resolves before what it did is on
 * the disk. Where a shared commit fails, each is tried again by itself, so that nobody fails for what
 * another did; so `work` must be repeatable. `idle` resolves when nothing is under way.
 *
 * Kept for disks of 5 ms a sync: ten callers create 590 items a second by it and 115 without, and 200 deliveries a
 * second, which have a p99 of 48 ms, fall behind for good (docs/decisions/0047). `db.transaction().execute` for its
 * `write` in `sqlite.ts` is without it.
 */
export const sharedCommits = (
	db: Db,
	longestMs = LONGEST_MS,
): { write: Database['write']; idle: () => Promise<void> | undefined } => {
	const waiting: Member[] = [];
	let running: Promise<void> | undefined;

	const byItself = async ({ work, resolve, reject }: Member) => {
		try {
			resolve(await db.transaction().execute(work));
		} catch (error) {
			reject(error);
		}
	};

	const together = async (first: Member) => {
		const began = performance.now();
		const members = [first];
		let joined = 0;
		const hasRoom = () => joined < MOST - 1 && performance.now() - began < longestMs;
		try {
			await db.transaction().execute(async (trx) => {
				first.result = await first.work(trx);
				for (let more = true; more && hasRoom(); ) {
					await endOfTurn();
					more = waiting.length > 0;
					for (let next = waiting.shift(); next; next = hasRoom() ? waiting.shift() : undefined) {
						joined++;
						await join(trx, next, members);
					}
				}
			});
		} catch (error) {
			if (joined === 0) return first.reject(error);
			for (const member of members) await byItself(member);
			return;
		}
		for (const { resolve, result } of members) resolve(result);
	};
	const run = async () => {
		for (let first = waiting.shift(); first; first = waiting.shift()) await together(first);
		running = undefined;
	};

	return {
		write: <T>(work: (trx: Trx) => Promise<T>) =>
			new Promise<T>((resolve, reject) => {
				waiting.push({ work, resolve: resolve as Member['resolve'], reject });
				running ??= run();
			}),
		idle: () => running,
	};
};
