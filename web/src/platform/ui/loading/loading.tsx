import { Group, Loader } from '@mantine/core';
import classes from './loading.module.css';

interface LoadingProps {
	/** The specification's line: 'Loading subjects...'. */
	text?: string;
	/** Height in pixels. */
	height?: number | undefined;
}

/** Renders the loading line over bars in place of the content. */
export const Loading = ({ text, height = 320 }: LoadingProps) => (
	<div className={classes.loading} style={{ height }}>
		{text && (
			<Group
				component="p"
				gap={10}
				wrap="nowrap"
				px="md"
				py={8}
				fz="sm"
				bg="var(--ufundi-surface)"
				bd="1px solid var(--ufundi-line)"
				bdrs={999}
				className={classes.words}
				role="status"
			>
				<Loader size={14} aria-hidden />
				{text}
			</Group>
		)}
	</div>
);

/** Renders a thin progress line at the top; visible after 300 ms. */
export const ProgressLine = () => (
	<div className={classes.progress} role="progressbar" aria-label="Loading" />
);
