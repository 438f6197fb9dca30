import { useRouterState } from '@tanstack/react-router';
import classes from './shell.module.css';

/** A thin line at the top while a screen is on its way; it shows itself after 300 ms. */
export const NavigationProgress = () => {
	const busy = useRouterState({ select: ({ isLoading }) => isLoading });
	return busy ? <div className={classes.progress} role="progressbar" aria-label="Loading" /> : null;
};
