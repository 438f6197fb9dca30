import { toAccountKey } from '#shared/account.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { formatCount } from '#shared/grouped.ts';
import type { Db } from '../../platform/db/database.ts';
import { findPlan } from './access.ts';
import { findSimilarAccounts } from './accounts.ts';
import { findExisting } from './existing-accounts.ts';

const PARTS_MAX = 20;

/** Lists the accounts that may stand inside a reference such as `Acc 560205775`, the longest first. */
const listInside = (reference: string | null) => {
	const plain = (reference ?? '').normalize('NFKC').toLowerCase();
	const parts = (plain.match(/[a-z]+|\d+|\//g) ?? []).slice(0, PARTS_MAX);
	const texts = parts.flatMap((_, from) =>
		parts.slice(from).map((_part, more) => parts.slice(from, from + more + 1).join('')),
	);
	return [...new Set(texts.flatMap((text) => toAccountKey(text) ?? []))]
		.filter((key) => key !== toAccountKey(reference))
		.toSorted((a, b) => b.length - a.length);
};

/** A proposed assignment of a payment. A person accepts it. */
interface Proposal {
	act: 'assignment';
	/** The reason, one sentence. */
	text: string;
	account_reference: string;
	/** The months of the plan with the price that was paid. */
	months: number | null;
	/** How the account was found: it stands inside the reference, or differs from it in one or two signs. */
	by: 'inside' | 'similar';
}

interface Proposable {
	id: string;
	account_reference: string | null;
	amount: number;
}

/**
 * Proposes existing accounts for payments whose typed account does not exist, the likeliest first, by the payments' ids.
 * Nothing of this is stored.
 */
export const proposeAccounts = async (
	db: Db,
	payments: readonly Proposable[],
	plans: readonly Plan[],
): Promise<ReadonlyMap<string, readonly Proposal[]>> => {
	if (payments.length === 0) return new Map();
	const keys = payments.flatMap((payment) => [
		...listInside(payment.account_reference),
		toAccountKey(payment.account_reference) ?? '',
	]);
	const existing = await findExisting(db, [...new Set(keys)]);
	const proposals = new Map<string, Proposal[]>();
	for (const { id, account_reference: typed, amount } of payments) {
		if (existing.has(toAccountKey(typed) ?? '')) continue;
		const months = findPlan(plans, amount)?.months ?? null;
		const price =
			months === null ? '' : ` The amount is the price of ${formatCount(months, 'month')}.`;
		const propose = (account: string, by: Proposal['by'], describe: (name: string) => string) => {
			const account_reference = account.toUpperCase();
			const text = describe(account_reference) + price;
			return { act: 'assignment' as const, by, text, account_reference, months };
		};
		const [inside] = listInside(typed).filter((key) => existing.has(key));
		const similar = (await findSimilarAccounts(db, typed)).filter((key) => key !== inside);
		proposals.set(id, [
			...(inside === undefined
				? []
				: [propose(inside, 'inside', (name) => `The account ${name} stands in “${typed}”.`)]),
			...similar.map((key) =>
				propose(
					key,
					'similar',
					(name) => `“${typed}” differs from the account ${name} by one or two signs.`,
				),
			),
		]);
	}
	return proposals;
};
