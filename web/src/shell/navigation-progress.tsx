import { useRouterState } from '@tanstack/react-router';
import { ProgressLine } from '../ui/progress-line.tsx';

/** Shows that a screen is on its way. */
export const NavigationProgress = () =>
	useRouterState({ select: ({ isLoading }) => isLoading }) ? <ProgressLine /> : null;
