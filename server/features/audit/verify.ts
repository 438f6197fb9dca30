import { hashAfter } from '../../db/audit-chain.ts';
import type { AuditHeadRow } from '../../db/audit-schema.ts';
import type { Db } from '../../db/database.ts';
import { auditRows } from './walk.ts';

/** What is wrong with the trail at one place. */
export interface Finding {
	chain: string;
	/** The place in the chain. */
	seq: number;
	/** The row there, where there is one. */
	id: string | null;
	message: string;
}

/** What a check of the whole trail found. */
export interface Verdict {
	rows: number;
	chains: number;
	findings: Finding[];
}

/** The end of a chain as it was once, kept where nobody can change it. */
export type Anchor = Pick<AuditHeadRow, 'chain' | 'seq' | 'hash'>;

const START = { seq: 0, hash: '' };

/**
 * Follows every chain from its first row and says where a row was changed, removed or put in: each
 * row's hash holds all that it says and the hash of the one before, and ids ascend along a chain.
 * Reads as of one moment. Each anchor must be there as a row, with its hash: a chain that was written
 * anew since then is whole, and another.
 */
export const verifyAudit = (db: Db, anchors: readonly Anchor[] = []): Promise<Verdict> =>
	db
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (trx) => {
			const findings: Finding[] = [];
			const ends = new Map<string, { seq: number; hash: string }>();
			const anchored = Map.groupBy(anchors, ({ chain }) => chain);
			let rows = 0;
			const missing = (chain: string, from: number, to: number) => {
				const which = from === to ? `Row ${from} is` : `Rows ${from} to ${to} are`;
				findings.push({ chain, seq: from, id: null, message: `${which} missing.` });
			};

			for await (const row of auditRows(trx)) {
				rows++;
				const { chain, seq, id, hash } = row;
				const last = ends.get(chain) ?? START;
				const wrong = (message: string) => findings.push({ chain, seq, id, message });
				if (seq <= last.seq) {
					wrong('This row was put in, or moved.');
					continue;
				}
				if (seq > last.seq + 1) missing(chain, last.seq + 1, seq - 1);
				else if (hashAfter(last.hash, row) !== hash)
					wrong('This row was changed, or the one before it was replaced.');
				ends.set(chain, { seq, hash });
				for (const anchor of anchored.get(chain) ?? [])
					if (anchor.seq === seq && anchor.hash !== hash)
						wrong('This row is not the one that was here when the anchor was taken.');
			}
			for (const { chain, seq } of anchors)
				if (seq > (ends.get(chain)?.seq ?? 0))
					findings.push({ chain, seq, id: null, message: 'An anchored row is missing.' });

			const heads = await trx.selectFrom('audit_heads').selectAll().orderBy('chain').execute();
			for (const { chain, seq, hash } of heads) {
				const end = ends.get(chain) ?? START;
				const wrong = (message: string) =>
					findings.push({ chain, seq: end.seq, id: null, message });
				if (end.seq < seq) missing(chain, end.seq + 1, seq);
				else if (end.seq > seq) wrong('There are rows behind the end of this chain.');
				else if (end.hash !== hash) wrong('The last row is not the one that was written last.');
				ends.delete(chain);
			}
			for (const [chain, { seq }] of ends)
				findings.push({ chain, seq, id: null, message: 'This chain has no end: it was put in.' });
			return { rows, chains: heads.length, findings };
		});
