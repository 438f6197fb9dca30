import { Menu } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Failure } from '#shared/contract/statistics.ts';
import {
	type Mark,
	NO_CODE,
	type TransactionFilters,
} from '#shared/contract/transactions-query.ts';
import { grouped } from '#shared/grouped.ts';
import { fetchData } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { ButtonMenu, LinkMenuItem } from '../../ui/menu/menu.tsx';
import { type ChipMenuProps, markWords, reasonWords } from './chip-words.ts';
import classes from './chips.module.css';
import { text } from './queries.ts';

const Choice = ({
	to,
	children,
	n,
}: {
	to: TransactionFilters;
	children: ReactNode;
	n?: number;
}) => (
	<LinkMenuItem
		to="/admin/transactions"
		search={to as object}
		replace
		resetScroll={false}
		rightSection={n !== undefined && <span className="tabular">{grouped(n)}</span>}
	>
		{children}
	</LinkMenuItem>
);

/** Failed payments of some days by result code, most frequent first. */
const failuresQuery = (days: Pick<TransactionFilters, 'from' | 'to'>) =>
	queryOptions({
		queryKey: ['statistics', 'failures', days],
		queryFn: fetchData<Failure[]>('/statistics/failures', text(days)),
	});

/** The reasons for which payments of the days that are on have failed, most frequent first. */
const Reasons = ({ filters }: { filters: TransactionFilters }) => {
	const { from, to } = filters;
	const failures = useQuery(failuresQuery({ from, to }));
	if (failures.isPending) return <Menu.Label role="status">Loading reasons...</Menu.Label>;
	if (failures.isError)
		return (
			<Menu.Label role="alert">
				{errorMessage(failures.error, 'Failed to fetch reasons').message}
			</Menu.Label>
		);
	if (failures.data.length === 0) return <Menu.Label>Nothing failed in these days.</Menu.Label>;
	return failures.data.map(({ result_code: code, total }) => {
		const result_code = code === null ? NO_CODE : String(code);
		const others = { status: undefined, mark: undefined, age: undefined };
		return (
			<Choice key={result_code} n={total} to={{ ...filters, ...others, result_code }}>
				{reasonWords(result_code)}
			</Choice>
		);
	});
};

const Marks = ({ filters }: { filters: TransactionFilters }) =>
	Object.entries(markWords).map(([mark, words]) => (
		<Choice key={mark} to={{ ...filters, result_code: undefined, mark: mark as Mark }}>
			{words}
		</Choice>
	));

const words = { reasons: 'Failed by reason', marks: 'Marks' };

/** Renders a chip with choices, each a search of the list. */
export const ChipMenu = ({ of, filters }: ChipMenuProps) => (
	<ButtonMenu
		button={
			<button type="button" className={classes.chip} data-few={of === 'marks' || undefined}>
				{words[of]} <span aria-hidden>▾</span>
			</button>
		}
		position="bottom-start"
		dropdown={{
			maw: 'min(24rem, calc(100vw - 24px))',
			mah: '60dvh',
			style: { overflowY: 'auto' },
		}}
	>
		{of === 'reasons' ? <Reasons filters={filters} /> : <Marks filters={filters} />}
	</ButtonMenu>
);
