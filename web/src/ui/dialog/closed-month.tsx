import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMonth, formatMonthWords, toMonthNumber } from '#shared/east-africa-time.ts';
import { fetchData } from '../../api/client.ts';

/** A moment as an instant or a day, or a span from one to the other; null if it is not known. */
type When = string | null | undefined | readonly [from: string, to: string];

const toMonth = (text: string) => {
	const at = Date.parse(text);
	return Number.isNaN(at) ? '' : formatMonth(toMonthNumber(at));
};

/** Returns a function that lists the closed months among those of some moments. */
export const useClosedMonths = () => {
	const { data: closed = [] } = useQuery({
		queryKey: ['reconciliation', 'closed'],
		queryFn: fetchData<string[]>('/periods/closed'),
	});
	return (moments: readonly When[]) => {
		const spans = moments.map((when) => (typeof when === 'object' && when ? when : [when, when]));
		return closed.filter((month) =>
			spans.some(([from, to]) => from && to && toMonth(from) <= month && month <= toMonth(to)),
		);
	};
};

/** Warns that closed months change; renders nothing without one. */
export const ClosedMonths = ({ months }: { months: readonly string[] }) =>
	months.length > 0 && (
		<Text size="sm" fw={600} role="status">
			{months.map(formatMonthWords).join(' and ')} {months.length === 1 ? 'is' : 'are'} closed. This
			will show as a change after closing.
		</Text>
	);

/** Warns if what happened at some moments is in a closed month. */
export const ClosedMonth = ({ at }: { at: readonly When[] }) => (
	<ClosedMonths months={useClosedMonths()(at)} />
);
