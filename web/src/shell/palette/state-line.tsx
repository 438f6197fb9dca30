import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { numberOf } from '#shared/grouped.ts';
import { errorMessage } from '../../api/error-message.ts';
import classes from './palette.module.css';
import type { useServerSearch } from './use-server-search.ts';

interface StateLineProps {
	text: string;
	search: ReturnType<typeof useServerSearch>;
	/** Number of entries. */
	count: number;
	/** Number of entries that did not come from the server. */
	local: number;
}

/** Describes the state of a search: slow, failed, without results, or corrected. */
const wordsOf = ({ text, search, count, local }: StateLineProps): ReactNode => {
	const { answer, stale, searching, slow, searchedText } = search;
	if (slow) return 'Still searching. The connection is slow.';
	if (searching || stale || !answer) return undefined;
	if (answer.corrected !== null)
		return (
			<>
				No results for <em>{searchedText}</em>. Showing <em>{answer.corrected}</em>
			</>
		);
	if (count > local) return undefined;
	return (
		<>
			{local > 0 ? 'No other results for ' : 'No results for '}
			<em>{text}</em>.
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
				<div className={classes.failure} role="alert">
					<span>
						{failure.message}. {failure.hint}
					</span>
					<Button variant="default" size="xs" onClick={search.retry}>
						Retry
					</Button>
				</div>
			)}
			<p className={words ? classes.state : 'unseen'} role="status">
				{words ?? (text !== '' && !search.searching && numberOf(count, 'result'))}
			</p>
		</>
	);
};
