import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { numberOf } from '#shared/grouped.ts';
import { errorMessage } from '../../api/error-message.ts';
import type { useServerSearch } from './use-server-search.ts';

interface StateLineProps {
	text: string;
	search: ReturnType<typeof useServerSearch>;
	/** Number of entries. */
	count: number;
	/** Number of entries that did not come from the server. */
	local: number;
}

const emphasize = (text: string) => (
	<Text span inherit fw={600} c="var(--mantine-color-text)">
		{text}
	</Text>
);

/** Describes the state of a search: slow, failed, without results, or corrected. */
const wordsOf = ({ text, search, count, local }: StateLineProps): ReactNode => {
	const { answer, stale, searching, slow, searchedText } = search;
	if (slow) return 'Still searching. The connection is slow.';
	if (searching || stale || !answer) return undefined;
	if (answer.corrected !== null)
		return (
			<>
				No results for {emphasize(searchedText)}. Showing {emphasize(answer.corrected)}
			</>
		);
	if (count > local) return undefined;
	return (
		<>
			{local > 0 ? 'No other results for ' : 'No results for '}
			{emphasize(text)}.
		</>
	);
};

/** Renders the state of a search, and for screen readers the number of results. */
export const StateLine = (props: StateLineProps) => {
	const { search, count, text } = props;
	const words = wordsOf(props);
	const failure = search.error && errorMessage(search.error, 'Could not search');
	return (
		<>
			{failure && (
				<Group
					justify="space-between"
					gap="sm"
					wrap="nowrap"
					p="12px 18px"
					c="var(--mantine-color-error)"
					role="alert"
				>
					<Text inherit fz={15}>
						{failure.message}. {failure.hint}
					</Text>
					<Button flex="none" variant="default" size="xs" onClick={search.retry}>
						Retry
					</Button>
				</Group>
			)}
			<Text p="12px 18px" fz={15} c="dimmed" className={words ? '' : 'unseen'} role="status">
				{words ?? (text !== '' && !search.searching && numberOf(count, 'result'))}
			</Text>
		</>
	);
};
