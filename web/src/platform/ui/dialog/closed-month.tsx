import { Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatMonth, formatMonthWords, toMonthNumber } from '#shared/east-africa-time.ts';
import { queryCall } from '../../api/calls.ts';
import { notify } from '../notifications/notifications.tsx';

/** A moment as an instant or a day, or a span from one to the other; null if it is not known. */
type When = string | null | undefined | readonly [from: string, to: string];

const toMonth = (text: string) => {
	const at = Date.parse(text);
	return Number.isNaN(at) ? '' : formatMonth(toMonthNumber(at));
};

const closedQuery = queryOptions({
	queryKey: ['reconciliation', 'closed'],
	queryFn: queryCall('GET /periods/closed'),
});

/** Lists the closed months among those of some moments. */
const listClosed = (closed: readonly string[], moments: readonly When[]) => {
	const spans = moments.map((when) => (typeof when === 'object' && when ? when : [when, when]));
	return closed.filter((month) =>
		spans.some(([from, to]) => from && to && toMonth(from) <= month && month <= toMonth(to)),
	);
};

/** Returns a function that lists the closed months among those of some moments. */
export const useClosedMonths = () => {
	const { data: closed = [] } = useQuery(closedQuery);
	return (moments: readonly When[]) => listClosed(closed, moments);
};

const describeClosed = (months: readonly string[]) =>
	`${months.map(formatMonthWords).join(' and ')} ${months.length === 1 ? 'is' : 'are'} closed. `;
const WARNING = 'This will show as a change after closing.';

/** Returns a function that runs the undo of a notice, after a question if it changes closed months. */
export const useAskBeforeUndo = () => {
	const client = useQueryClient();
	return (moments: readonly When[], run: () => void) => {
		const months = listClosed(client.getQueryData(closedQuery.queryKey) ?? [], moments);
		if (months.length === 0) return run();
		// A second notice, because the screen with the decision may be closed by now.
		const title = describeClosed(months).trim();
		notify({ title, message: WARNING, about: 'undo', action: { label: 'Undo anyway', run } });
	};
};

/** Warns that closed months change; renders nothing without one. */
export const ClosedMonths = ({ months }: { months: readonly string[] }) =>
	months.length > 0 && (
		<Text size="sm" fw={600} role="status">
			{describeClosed(months)}
			{WARNING}
		</Text>
	);

/** Warns if what happened at some moments is in a closed month. */
export const ClosedMonth = ({ at }: { at: readonly When[] }) => (
	<ClosedMonths months={useClosedMonths()(at)} />
);
