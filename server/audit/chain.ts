import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { AuditLogRow } from './tables.ts';

/** A row before it is chained. */
export type Unchained = Omit<AuditLogRow, 'chain' | 'seq' | 'hash'>;

/** The end of a chain: how many rows it has, and the hash of the last one, '' before the first. */
export interface Head {
	chain: string;
	seq: number;
	hash: string;
}

/** The hash of a row that follows another: of its place, of all that it says, and of that other's hash. */
export const hashAfter = (previous: string, row: Omit<AuditLogRow, 'hash'>) =>
	createHash('sha256')
		.update(
			JSON.stringify([
				previous,
				row.chain,
				row.seq,
				row.id,
				row.at,
				row.action,
				row.actor,
				row.actor_name,
				row.actor_role,
				row.address,
				row.request_id,
				row.item_kind,
				row.item_id,
				row.item_name,
				row.parents,
				row.before,
				row.after,
				row.details,
				row.heads,
			]),
		)
		.digest('hex');

/** The ends of chains as a first row holds them, and back. */
export const headsText = (heads: readonly Head[]) =>
	heads.length === 0
		? null
		: JSON.stringify(heads.map(({ chain, seq, hash }) => [chain, seq, hash]));
export const headsIn = (text: string) =>
	(JSON.parse(text) as [string, number, string][]).map(
		([chain, seq, hash]): Head => ({ chain, seq, hash }),
	);

/** These rows behind a chain's head, and its head after them. */
export const chained = (head: Head, rows: readonly Unchained[]) => {
	let { seq, hash } = head;
	const linked = rows.map((row): AuditLogRow => {
		const placed = { ...row, chain: head.chain, seq: ++seq };
		hash = hashAfter(hash, placed);
		return { ...placed, hash };
	});
	return { rows: linked, head: { chain: head.chain, seq, hash } };
};

/** The ends of chains that first rows of others hold: what `heads` of each says. */
export const heldHeads = async (db: Db): Promise<Head[]> => {
	const firsts = await db
		.selectFrom('audit_log')
		.select('heads')
		// As it stands in the index of first rows, which no parameter matches.
		.where('seq', '=', sql.lit(1))
		.execute();
	return firsts.flatMap(({ heads }) => (heads === null ? [] : headsIn(heads)));
};

/**
 * The ends of all chains that none holds as they are: what the first row of a new chain is to hold. So
 * whoever takes a chain away has to take all that began after it, and each end is written once.
 */
export const unheldHeads = async (db: Db): Promise<Head[]> => {
	const held = new Map<string, number>();
	for (const { chain, seq } of await heldHeads(db))
		held.set(chain, Math.max(seq, held.get(chain) ?? 0));
	const heads = await db.selectFrom('audit_heads').selectAll().orderBy('chain').execute();
	return heads.filter(({ chain, seq }) => seq > (held.get(chain) ?? 0));
};
