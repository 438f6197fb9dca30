import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
	ANY_MARK,
	ANY_TO_ASSIGN,
	marks,
	type TransactionFilters,
} from '#shared/contract/transactions-query.ts';
import { isBackwards } from '#shared/day-range.ts';
import { dayOf, daysOfMonth, dayText, monthOf } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import type { LinkAttributes } from '../../ui/page/links.tsx';
import { ChipMenu } from './chip-menu.tsx';
import { markWords, reasonWords } from './chip-words.ts';
import classes from './chips.module.css';
import { totalQuery } from './queries.ts';

/** The days that most questions are about, as of now. */
const usualDays = () => {
	const now = Date.now();
	const today = dayText(dayOf(now));
	return {
		Today: { from: today, to: today },
		'This month': daysOfMonth(monthOf(now)),
		'Last month': daysOfMonth(monthOf(now) - 1),
	};
};

/** The router calls what is on the current page, as it leads out of a filter of it; it is one of several that are on. */
const ChipLink = createLink(({ on, ...link }: LinkAttributes & { on: boolean }) => (
	<a {...link} className={classes.chip} aria-current={on ? 'true' : undefined} />
));

interface ChipProps {
	/** Where it leads: what the list is filtered by then. */
	to: TransactionFilters;
	/** The list is filtered by it: it leads out of that. */
	on: boolean;
	children: ReactNode;
}

const Chip = ({ to, on, children }: ChipProps) => (
	<ChipLink to="/admin/transactions" search={to as object} replace resetScroll={false} on={on}>
		{children}
		{on && <span aria-hidden>×</span>}
	</ChipLink>
);

const toAssignWords = { [ANY_TO_ASSIGN]: 'Not assigned', new_reference: 'New account' } as const;

interface ToAssignChipProps {
	filters: TransactionFilters;
	which: keyof typeof toAssignWords;
}

/** Payments that wait for their account, with their number; left out where there are none. */
const ToAssignChip = ({ filters, which }: ToAssignChipProps) => {
	const on = filters.to_assign === which;
	const others = { status: undefined, result_code: undefined, mark: undefined, age: undefined };
	const { data: total = 0 } = useQuery({
		...totalQuery({ ...filters, ...others, to_assign: which }),
		enabled: !isBackwards(filters),
	});
	if (total === 0 && !on) return null;
	return (
		<Chip
			on={on}
			to={on ? { ...filters, to_assign: undefined } : { ...filters, ...others, to_assign: which }}
		>
			{toAssignWords[which]} <span className="tabular">{grouped(total)}</span>
		</Chip>
	);
};

/**
 * The questions that are asked most, each one press away; those that are on lead out again. They come after the list
 * itself, into room that is kept for them.
 */
export const Chips = ({ filters }: { filters: TransactionFilters }) => {
	const { from, to, mark, result_code, age } = filters;
	return (
		<>
			{Object.entries(usualDays()).map(([name, days]) => {
				const on = from === days.from && to === days.to;
				return (
					<Chip
						key={name}
						on={on}
						to={{ ...filters, ...(on ? { from: undefined, to: undefined } : days) }}
					>
						{name}
					</Chip>
				);
			})}
			<Chip
				on={mark === ANY_MARK}
				to={{ ...filters, mark: mark === ANY_MARK ? undefined : ANY_MARK, result_code: undefined }}
			>
				<IconAlertTriangle size={14} aria-hidden /> Needs a look
			</Chip>
			{result_code ? (
				<Chip on to={{ ...filters, result_code: undefined }}>
					Failed: {reasonWords(result_code)}
				</Chip>
			) : (
				<ChipMenu of="reasons" filters={filters} />
			)}
			{mark && mark !== ANY_MARK ? (
				<Chip on to={{ ...filters, mark: undefined }}>
					{mark in markWords ? markWords[mark as keyof typeof markWords] : marks[mark]}
				</Chip>
			) : (
				<ChipMenu of="marks" filters={filters} />
			)}
			<ToAssignChip filters={filters} which={ANY_TO_ASSIGN} />
			<ToAssignChip filters={filters} which="new_reference" />
			{age && (
				<Chip on to={{ ...filters, age: undefined }}>
					Pending for {age}
				</Chip>
			)}
		</>
	);
};
