import { Button, Menu } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { now } from '#shared/clock.ts';
import { findFailure } from '#shared/contract/finance/result-codes.ts';
import { NO_CODE, type TransactionFilters } from '#shared/contract/finance/transactions-query.ts';
import { formatDay, getDaysOfMonth, toDayNumber, toMonthNumber } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import { queryCall } from '../../platform/api/calls.ts';
import { describeError } from '../../platform/api/error-message.ts';
import { ButtonMenu, LinkMenuItem } from '../../platform/ui/menu/menu.tsx';
import { type LinkAttributes, LinkButton } from '../../platform/ui/page/links.tsx';

const describeCode = (code: string) =>
	code === NO_CODE ? 'No reason given' : (findFailure(code)?.meaning ?? `Code ${code}`);

const listUsualDays = () => {
	const today = formatDay(toDayNumber(now()));
	const month = toMonthNumber(now());
	return {
		Today: { from: today, to: today },
		'This month': getDaysOfMonth(month),
		'Last month': getDaysOfMonth(month - 1),
	};
};

const chipLook = { size: 'xs', radius: 'xl', fw: 450 } as const;
const toList = { to: '/admin/transactions', replace: true, resetScroll: false } as const;

/** The router marks a link to the current page; several chips can be on at once. */
const ChipLink = createLink(({ isOn, ...link }: LinkAttributes & { isOn: boolean }) => (
	<Button
		component="a"
		{...chipLook}
		{...link}
		variant={isOn ? 'light' : 'default'}
		aria-current={isOn ? 'true' : undefined}
	/>
));

interface ChipProps {
	filters: TransactionFilters;
	/** The filters that the chip sets. */
	sets: TransactionFilters;
	children: ReactNode;
}

/** Renders a link that sets filters, or removes them if they are set. */
const Chip = ({ filters, sets, children }: ChipProps) => {
	const names = Object.keys(sets) as (keyof TransactionFilters)[];
	const isOn = names.every((name) => filters[name] === sets[name]);
	const removed = Object.fromEntries(names.map((name) => [name, undefined]));
	const search = { ...filters, ...(isOn ? removed : sets) };
	return (
		<ChipLink {...toList} search={search as object} isOn={isOn}>
			{children}
			{isOn && <span aria-hidden>&nbsp;×</span>}
		</ChipLink>
	);
};

interface ChipMenuProps {
	label: string;
	/** Hides the menu on a phone until the filters are open. */
	isRare?: boolean;
	children: ReactNode;
}

const ChipMenu = ({ label, isRare, children }: ChipMenuProps) => (
	<ButtonMenu
		button={
			<Button {...chipLook} variant="default" data-few={isRare || undefined}>
				{label}&nbsp;<span aria-hidden>▾</span>
			</Button>
		}
		position="bottom-start"
		dropdown={{
			maw: 'min(24rem, calc(100vw - 24px))',
			mah: '60dvh',
			style: { overflowY: 'auto' },
		}}
	>
		{children}
	</ButtonMenu>
);

/** Fetches the failed payments of a date range by result code, most frequent first. */
const buildFailuresQuery = (days: Pick<TransactionFilters, 'from' | 'to'>) =>
	queryOptions({
		queryKey: ['statistics', 'failures', days],
		queryFn: queryCall('GET /statistics/failures', { query: days }),
	});

const Reasons = ({ filters }: { filters: TransactionFilters }) => {
	const { from, to } = filters;
	const failures = useQuery(buildFailuresQuery({ from, to }));
	if (failures.isPending) return <Menu.Label role="status">Loading reasons...</Menu.Label>;
	if (failures.isError)
		return (
			<Menu.Label role="alert">
				{describeError(failures.error, 'Failed to fetch reasons').message}
			</Menu.Label>
		);
	if (failures.data.length === 0) return <Menu.Label>No payments failed on these days.</Menu.Label>;
	const others = { ...filters, status: undefined, age: undefined };
	return failures.data.map(({ result_code: code, total }) => {
		const result_code = code === null ? NO_CODE : String(code);
		return (
			<LinkMenuItem
				key={result_code}
				{...toList}
				search={{ ...others, result_code } as object}
				rightSection={<span className="tabular">{formatWhole(total)}</span>}
			>
				{describeCode(result_code)}
			</LinkMenuItem>
		);
	});
};

/** Renders the most frequent filters as links; a link whose filter is set removes it. */
export const Chips = ({ filters }: { filters: TransactionFilters }) => {
	const { result_code, age } = filters;
	return (
		<>
			{Object.entries(listUsualDays()).map(([name, days]) => (
				<Chip key={name} filters={filters} sets={days}>
					{name}
				</Chip>
			))}
			{result_code ? (
				<Chip filters={filters} sets={{ result_code }}>
					Failed: {describeCode(result_code)}
				</Chip>
			) : (
				<ChipMenu label="Failed by reason">
					<Reasons filters={filters} />
				</ChipMenu>
			)}
			<LinkButton {...chipLook} variant="default" to="/admin/transactions/to-check">
				<IconAlertTriangle size={14} aria-hidden />
				&nbsp;To check
			</LinkButton>
			{age && (
				<Chip filters={filters} sets={{ age }}>
					Pending for {age}
				</Chip>
			)}
		</>
	);
};
