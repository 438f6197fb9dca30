import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { grouped } from '#shared/grouped.ts';
import classes from './bar.module.css';
import type { Going } from './use-task.ts';
import { actionWords } from './words.ts';

/** Actions that end within this time show no progress. */
const AFTER_MS = 2_000;

/** Shows how many rows of a bulk action have run, and cancels the rest. */
export const Progress = ({ going }: { going: Going }) => {
	const { action, total, behind, isCancelled, cancel } = going;
	const [late, setLate] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setLate(true), AFTER_MS);
		return () => clearTimeout(timer);
	}, []);
	if (!late) return null;
	const words = `${actionWords[action].doing}: ${grouped(behind)} of ${grouped(total)}`;
	return (
		<div className={classes.progress}>
			<span className="tabular">{words}. It goes on when you leave this page.</span>
			<progress max={total} {...(behind > 0 && { value: behind })} aria-label={words} />
			<Button
				variant="default"
				size="compact-sm"
				onClick={cancel}
				disabled={isCancelled || behind >= total}
			>
				{isCancelled ? 'Stopping…' : 'Cancel'}
			</Button>
		</div>
	);
};
