import { sql } from 'kysely';
import type { Reads } from './database.ts';

const KEPT = 250;

interface Known {
	/** SQLite's own count of what others have committed. */
	version: number;
	answers: Map<string, unknown>;
}

const known = new WeakMap<Reads['read'], Known>();

const committed = async ({ read }: Reads) => {
	const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(read);
	return rows[0]?.data_version ?? 0;
};

/** The answers that still hold. */
const current = async (database: Reads): Promise<Known> => {
	const version = await committed(database);
	const kept = known.get(database.read);
	if (kept?.version === version && kept.answers.size < KEPT) return kept;
	const fresh = { version, answers: new Map<string, unknown>() };
	known.set(database.read, fresh);
	return fresh;
};

/**
 * What the database says to a question. On SQLite it is not asked the same again until something is
 * committed; PostgreSQL cannot tell when that was, and is asked each time.
 */
export const remembered = async <T>(
	database: Reads,
	question: string,
	ask: () => Promise<T>,
): Promise<T> => {
	if (database.engine === 'postgres') return ask();
	const { version, answers } = await current(database);
	if (answers.has(question)) return answers.get(question) as T;
	const answer = await ask();
	// Something may have been committed before it was answered; then others keep asking.
	if ((await committed(database)) === version) answers.set(question, answer);
	return answer;
};
