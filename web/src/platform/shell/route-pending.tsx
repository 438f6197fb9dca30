import { Loading } from '../ui/loading/loading.tsx';
import { Page } from '../ui/page/page.tsx';
import { useScreenFacts } from '../ui/page/screen-facts.ts';

/** Replaces a screen that waits for its loader, under the title of the screen. */
export const RoutePending = () => {
	const { title, headless = false, loading = 'Loading the page...' } = useScreenFacts();
	const waiting = <Loading text={loading} />;
	return title === undefined ? waiting : <Page headless={headless}>{waiting}</Page>;
};
