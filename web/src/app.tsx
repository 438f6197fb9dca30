import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { giveUpOnEscape, useObstructed } from './api/obstacle.ts';
import { usePart } from './api/part.ts';
import { nonce } from './nonce.ts';
import type { ConsoleRouter } from './router.tsx';
import { readable, theme } from './theme.ts';
import { Notices } from './ui/notices.tsx';
import { addNotice } from './ui/told.ts';

const LOST = {
	title: 'A part of the console does not come',
	message:
		'It is asked for again every few seconds. If that does not help, copy what you have typed and reload the page.',
};

/** What asks about an obstacle, once there is one; the calls that met it wait until it has come. */
const Obstacles = () => {
	const part = usePart('obstacles', () => import('./features/sign-in/obstacle-dialogs.tsx'), {
		wanted: useObstructed(),
		patient: true,
	});
	const lost = part.failureCount >= 2 && !part.data;
	useEffect(() => {
		if (lost) addNotice(LOST);
	}, [lost]);
	return part.data ? <part.data.ObstacleDialogs /> : null;
};

interface AppProps {
	queryClient: QueryClient;
	router: ConsoleRouter;
	/** `test` leaves out transitions. */
	env?: 'default' | 'test';
}

/** The whole console: everything that a screen expects around itself. */
export const App = ({ queryClient, router, env = 'default' }: AppProps) => {
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
				<Obstacles />
				<Notices />
			</QueryClientProvider>
		</MantineProvider>
	);
};
