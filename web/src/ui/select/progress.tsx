import { useEffect, useState } from 'react';
import { grouped } from '#shared/grouped.ts';
import classes from './bar.module.css';
import type { Going } from './use-task.ts';
import { actionWords } from './words.ts';

/** What is over sooner needs no line about it. */
const AFTER_MS = 2_000;

/** How far something that takes its time has come. */
export const Progress = ({ going: { action, total, behind } }: { going: Going }) => {
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
		</div>
	);
};
