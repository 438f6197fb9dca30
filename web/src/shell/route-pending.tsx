import { useMatches } from '@tanstack/react-router';
import { Loading } from '../ui/loading/loading.tsx';

/** Replaces a screen that waits for its loader. */
export const RoutePending = () => {
	const match = useMatches({
		select: (matches) => matches.findLast(({ staticData }) => staticData.loading)?.staticData,
	});
	return <Loading text={match?.loading ?? 'Loading...'} />;
};
