import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './states.module.css';

interface LoadingProps {
	/** The specification's line: 'Loading subjects...'. */
	text: string;
	/** A skeleton of the content, so that the layout does not shift. */
	children?: ReactNode;
}

/** Renders the loading line over a skeleton. */
export const Loading = ({ text, children }: LoadingProps) => (
	<div className={classes.loading} data-loading>
		<p className={classes.loadingLine} role="status">
			<Loader size={14} aria-hidden />
			{text}
		</p>
		<div aria-hidden>{children}</div>
	</div>
);
