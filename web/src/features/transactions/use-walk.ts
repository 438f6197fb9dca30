import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Transaction } from '#shared/contract/transactions.ts';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { PAGE_LIMIT, transactionsQuery } from './queries.ts';

/** The list that a payment is open beside. */
export interface ListBehind {
	filters: TransactionFilters;
	page: number;
	/** The rows of that page. */
	rows: readonly Transaction[];
	total: number;
	/** Opens another one. */
	show: (id: string, search?: object) => void;
}

/** Passes on to the next payment of a list (1) or the one before (-1), also over the end of a page. */
export const useWalk = ({ filters, page, rows, total, show }: ListBehind, id: string) => {
	const client = useQueryClient();
	const first = (page - 1) * PAGE_LIMIT;
	const at = rows.findIndex((row) => row.id === id);
	const placeAfter = (by: number) => {
		if (at < 0) return by > 0 ? first : -1;
		return first + at + by;
	};
	const canWalk = (by: number) => placeAfter(by) >= 0 && placeAfter(by) < total;
	const walk = async (by: number) => {
		if (!canWalk(by)) return;
		const there = Math.floor(placeAfter(by) / PAGE_LIMIT) + 1;
		const turns = there !== page;
		const { data } = turns
			? await client.fetchQuery(transactionsQuery(filters, there))
			: { data: rows };
		const next = data[placeAfter(by) % PAGE_LIMIT];
		const search = { ...filters, page: there === 1 ? undefined : String(there) };
		if (next) show(next.id, turns ? search : undefined);
	};
	return { walk, canWalk };
};

/** What opens the payment of a row. */
const openerOf = (id: string) =>
	document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-opens]`);

/** Keeps the row of what is open in sight, and gives it the focus that closing it would lose. */
export const useRowInSight = (opened: boolean, id: string) => {
	const last = useRef<string>(undefined);
	useEffect(() => {
		if (opened) openerOf(id)?.scrollIntoView({ block: 'nearest' });
		else if (last.current !== undefined && document.activeElement === document.body)
			openerOf(last.current)?.focus();
		last.current = opened ? id : undefined;
	}, [opened, id]);
};
