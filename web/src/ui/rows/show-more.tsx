import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { Failure } from '../loading/failed.tsx';
import classes from './show-more.module.css';

interface ShowMoreProps {
	list: Pick<
		UseInfiniteQueryResult,
		'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
	>;
	/** The words of the button: 'Show older'. */
	words: string;
	/** What is said where nothing more came. */
	end: string;
	/** The words for a failure that has none of its own. */
	fallback: string;
}

/** Below a list that grows: a button for what comes next, and its end once somebody went there. */
export const ShowMore = ({ list, words, end, fallback }: ShowMoreProps) => {
	const last = useRef<HTMLParagraphElement>(null);
	const [grown, setGrown] = useState(false);
	const { hasNextPage } = list;
	// The button that was just pressed is gone with the last page; the keyboard stays here.
	useEffect(() => {
		if (grown && !hasNextPage) last.current?.focus({ preventScroll: true });
	}, [grown, hasNextPage]);
	if (!hasNextPage)
		return grown ? (
			<p ref={last} tabIndex={-1} className={classes.end}>
				{end}
			</p>
		) : null;
	return (
		<div className={classes.more}>
			{list.isFetchNextPageError && <Failure words={errorMessage(list.error, fallback)} />}
			<Button
				variant="default"
				loading={list.isFetchingNextPage}
				onClick={() => {
					setGrown(true);
					void list.fetchNextPage();
				}}
			>
				{words}
			</Button>
		</div>
	);
};

/** A growing list as `Loaded` takes it: a page that failed is said where it was asked for; the others stay. */
export const exceptNextPage = <List extends { isError: boolean; isFetchNextPageError: boolean }>(
	list: List,
) => ({
	...list,
	isError: list.isError && !list.isFetchNextPageError,
});
