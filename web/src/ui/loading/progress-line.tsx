import classes from './progress-line.module.css';

/** Renders a thin progress line at the top; visible after 300 ms. */
export const ProgressLine = () => (
	<div className={classes.line} role="progressbar" aria-label="Loading" />
);
