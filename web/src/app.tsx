import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { nonce } from './nonce.ts';
import type { ConsoleRouter } from './router.tsx';
import { readable, theme } from './theme.ts';
import { useTold } from './ui/told.ts';

const Notices = lazy(() => import('./ui/notices.tsx').then((it) => ({ default: it.Notices })));

interface AppProps {
	queryClient: QueryClient;
	router: ConsoleRouter;
	/** `test` leaves out transitions. */
	env?: 'default' | 'test';
}

/** The whole console: everything that a screen expects around itself. */
export const App = ({ queryClient, router, env = 'default' }: AppProps) => {
	const told = useTold();
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
				{told && (
					<Suspense>
						<Notices />
					</Suspense>
				)}
			</QueryClientProvider>
		</MantineProvider>
	);
};
