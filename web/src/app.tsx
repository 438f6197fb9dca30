import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { giveUpOnEscape, useObstructed } from './api/obstacle.ts';
import { nonce } from './nonce.ts';
import type { ConsoleRouter } from './router.tsx';
import { readable, theme } from './theme.ts';
import { useTold } from './ui/told.ts';

const Notices = lazy(() => import('./ui/notices.tsx').then((it) => ({ default: it.Notices })));
const ObstacleDialogs = lazy(() =>
	import('./features/sign-in/obstacle-dialogs.tsx').then((it) => ({ default: it.ObstacleDialogs })),
);

interface AppProps {
	queryClient: QueryClient;
	router: ConsoleRouter;
	/** `test` leaves out transitions. */
	env?: 'default' | 'test';
}

/** The whole console: everything that a screen expects around itself. */
export const App = ({ queryClient, router, env = 'default' }: AppProps) => {
	const told = useTold();
	const obstructed = useObstructed();
	useLayoutEffect(giveUpOnEscape, []);
	return (
		<MantineProvider
			theme={theme}
			cssVariablesResolver={readable}
			defaultColorScheme="auto"
			getStyleNonce={() => nonce}
			env={env}
		>
			<QueryClientProvider client={queryClient}>
				<RouterProvider router={router} />
				{obstructed && (
					<Suspense>
						<ObstacleDialogs />
					</Suspense>
				)}
				{told && (
					<Suspense>
						<Notices />
					</Suspense>
				)}
			</QueryClientProvider>
		</MantineProvider>
	);
};
