import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Head, headsIn } from './chain.ts';

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
