import classes from './progress-line.module.css';

/** A thin line at the top while something is on its way; it shows itself after 300 ms. */
export const ProgressLine = () => (
	<div className={classes.line} role="progressbar" aria-label="Loading" />
);
