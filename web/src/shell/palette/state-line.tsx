import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { numberOf } from '#shared/grouped.ts';
import { errorMessage } from '../../api/error-message.ts';
import classes from './palette.module.css';
import type { useFound } from './use-found.ts';

interface StateLineProps {
	text: string;
	found: ReturnType<typeof useFound>;
	/** Number of entries. */
	count: number;
	/** Number of entries that did not come from the server. */
	local: number;
}

/** Describes the state of a search: slow, failed, without results, or corrected. */
const wordsOf = ({ text, found, count, local }: StateLineProps): ReactNode => {
	const { answer, stale, searching, slow, asked } = found;
	if (slow) return 'Still searching. The connection is slow.';
	if (searching || stale || !answer) return undefined;
	if (answer.corrected !== null)
		return (
			<>
				No results for <em>{asked}</em>. Showing <em>{answer.corrected}</em>
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
	const { found, count, text } = props;
	const words = wordsOf(props);
	const failure = found.error && errorMessage(found.error, 'Could not search');
	return (
		<>
			{failure && (
				<div className={classes.failure} role="alert">
					<span>
						{failure.message}. {failure.hint}
					</span>
					<Button variant="default" size="xs" onClick={found.retry}>
						Retry
					</Button>
				</div>
			)}
			<p className={words ? classes.state : 'unseen'} role="status">
				{words ?? (text !== '' && !found.searching && numberOf(count, 'result'))}
			</p>
		</>
	);
};
