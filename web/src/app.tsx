import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { declineOnEscape, useAuthChallenge } from './api/auth-challenge.ts';
import { usePart } from './api/part.ts';
import { nonce } from './nonce.ts';
import type { ConsoleRouter } from './router.tsx';
import { readable, theme } from './theme.ts';
import { Notifications, notify } from './ui/notifications/notifications.tsx';

const LOST = {
	title: 'A part of the console does not come',
	message:
		'It is asked for again every few seconds. If that does not help, copy what you have typed and reload the page.',
};

/** What asks about a challenge, once there is one; the calls that met it wait until it has come. */
const AuthChallenges = () => {
	const part = usePart(
		'auth-challenge',
		() => import('./features/sign-in/auth-challenge-dialogs.tsx'),
		{
			wanted: useAuthChallenge() !== undefined,
			patient: true,
		},
	);
	const lost = part.failureCount >= 2 && !part.data;
	useEffect(() => {
		if (lost) notify(LOST);
	}, [lost]);
	return part.data ? <part.data.AuthChallengeDialogs /> : null;
};

interface AppProps {
	queryClient: QueryClient;
	router: ConsoleRouter;
	/** `test` leaves out transitions. */
	env?: 'default' | 'test';
}

/** The whole console: everything that a screen expects around itself. */
export const App = ({ queryClient, router, env = 'default' }: AppProps) => {
	useLayoutEffect(declineOnEscape, []);
	return (
		<MantineProvider
			theme={theme}
			cssVariablesResolver={readable}
			// All of them, which a stylesheet of 3 KB would bring besides.
			deduplicateCssVariables={false}
			defaultColorScheme="auto"
			getStyleNonce={() => nonce}
			env={env}
		>
			<QueryClientProvider client={queryClient}>
				<RouterProvider router={router} />
				<AuthChallenges />
				<Notifications />
			</QueryClientProvider>
		</MantineProvider>
	);
};
