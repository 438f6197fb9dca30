import { hashAfter, heldHeads } from '../../audit/chain.ts';
import { missingGuards } from '../../audit/guards.ts';
import type { AuditHeadRow, AuditLogRow } from '../../audit/tables.ts';
import type { Db } from '../../db/database.ts';

/** What is wrong with the trail at one place. */
export interface Finding {
	/** Undefined where it is about the trail as a whole. */
	chain?: string;
	/** The place in the chain. */
	seq?: number;
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

/** The end of a chain as it was once, kept where nobody can change it; of its hash the beginning will do. */
export type Anchor = Pick<AuditHeadRow, 'chain' | 'seq' | 'hash'>;

const START = { seq: 0, hash: '' };

const wholeTrail = (message: string): Finding => ({ id: null, message });

/** What is wrong with the trail as a whole: its guards, and that there is nothing where something must be. */
const onTheWhole = async (trx: Db, rows: number) => {
	const away = (await missingGuards(trx)).map((name) =>
		wholeTrail(`The trigger ${name}, which refuses changes, is missing or switched off.`),
	);
	if (rows > 0) return away;
	const anyone = await trx.selectFrom('people').select('id').limit(1).executeTakeFirst();
	return anyone ? [...away, wholeTrail('The trail is empty, though there are people.')] : away;
};

const BATCH = 2_000;

/** The whole audit trail, oldest first, a batch at a time. */
export async function* auditRows(db: Db): AsyncGenerator<AuditLogRow> {
	for (let last = ''; ; ) {
		const rows = await db
			.selectFrom('audit_log')
			.selectAll()
			.where('id', '>', last)
			.orderBy('id')
			.limit(BATCH)
			.execute();
		yield* rows;
		const end = rows.at(-1);
		if (!end || rows.length < BATCH) return;
		last = end.id;
	}
}

/** Follows all chains at once, given their rows in order, and collects what is wrong. */
const followChains = (known: readonly (Anchor & { by: string })[]) => {
	const findings: Finding[] = [];
	const ends = new Map<string, { seq: number; hash: string }>();
	const knownIn = Map.groupBy(known, ({ chain }) => chain);
	const missing = (chain: string, from: number, to: number) => {
		const which = from === to ? `Row ${from} is` : `Rows ${from} to ${to} are`;
		findings.push({ chain, seq: from, id: null, message: `${which} missing.` });
	};

	const follow = (row: AuditLogRow) => {
		const { chain, seq, id, hash } = row;
		const last = ends.get(chain) ?? START;
		const wrong = (message: string) => findings.push({ chain, seq, id, message });
		if (seq <= last.seq) return wrong('This row was put in, or moved.');
		if (seq > last.seq + 1) missing(chain, last.seq + 1, seq - 1);
		else if (hashAfter(last.hash, row) !== hash)
			wrong('This row was changed, or the one before it was replaced.');
		ends.set(chain, { seq, hash });
		for (const { seq: place, hash: before, by } of knownIn.get(chain) ?? [])
			if (place === seq && !hash.startsWith(before))
				wrong(`This row is not the one that ${by} knows.`);
	};

	const compareEnd = ({ chain, seq, hash }: Anchor) => {
		const end = ends.get(chain) ?? START;
		const wrong = (message: string) => findings.push({ chain, seq: end.seq, id: null, message });
		if (end.seq < seq) missing(chain, end.seq + 1, seq);
		else if (end.seq > seq) wrong('There are rows behind the end of this chain.');
		else if (end.hash !== hash) wrong('The last row is not the one that was written last.');
	};

	/** The findings, when all rows were followed and these are the ends that were written down. */
	const end = (heads: readonly Anchor[]) => {
		for (const { chain, seq, by } of known)
			if (seq > (ends.get(chain)?.seq ?? 0))
				findings.push({ chain, seq, id: null, message: `A row that ${by} knows is missing.` });
		for (const head of heads) {
			compareEnd(head);
			ends.delete(head.chain);
		}
		for (const [chain, { seq }] of ends)
			findings.push({ chain, seq, id: null, message: 'This chain has no end: it was put in.' });
		return findings;
	};
	return { follow, end };
};

/**
 * Follows every chain from its first row and says where a row was changed, removed or put in: each
 * row's hash holds all that it says and the hash of the one before, and ids ascend along a chain.
 * Reads as of one moment. Each anchor must be there as a row, with its hash, and so must the ends of chains
 * that others hold in their first rows: a chain that was written anew since then is whole, and another. The
 * triggers that keep the trail must be there.
 */
export const verifyAudit = (db: Db, anchors: readonly Anchor[] = []): Promise<Verdict> =>
	db
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (trx) => {
			const known = [
				...anchors.map((anchor) => ({ ...anchor, by: 'an anchor' })),
				...(await heldHeads(trx)).map((head) => ({ ...head, by: 'another chain' })),
			];
			const chains = followChains(known);
			let rows = 0;
			for await (const row of auditRows(trx)) {
				rows++;
				chains.follow(row);
			}
			const heads = await trx.selectFrom('audit_heads').selectAll().orderBy('chain').execute();
			const findings = [...chains.end(heads), ...(await onTheWhole(trx, rows))];
			return { rows, chains: heads.length, findings };
		});
