import { MantineProvider, Text } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, useRouterState } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { nonce } from './nonce.ts';
import { declineOnEscape, useAuthChallenge } from './platform/api/auth-challenge.ts';
import { lazyPart } from './platform/ui/loading/on-demand.tsx';
import { Announcer } from './platform/ui/notifications/announcer.tsx';
import { Notifications } from './platform/ui/notifications/notifications.tsx';
import type { ConsoleRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const [AuthChallengeDialogs] = lazyPart(
	() => import('./platform/sign-in/auth-challenge-dialogs.tsx'),
	'AuthChallengeDialogs',
);

/** Renders the dialogs of an authentication challenge; the calls that met it wait for the answer. */
const AuthChallenges = () => {
	const challenge = useAuthChallenge();
	const [wasNeeded, setNeeded] = useState(false);
	if (challenge && !wasNeeded) setNeeded(true);
	return wasNeeded && <AuthChallengeDialogs />;
};

/** Renders the first line of the page until the router shows a screen. */
const Starting = ({ router }: { router: ConsoleRouter }) => {
	const isEmpty = useRouterState({ router, select: ({ matches }) => matches.length === 0 });
	return (
		isEmpty && (
			<Text role="status" p="28px 32px" c="dimmed">
				Loading…
			</Text>
		)
	);
};

interface AppProps {
	queryClient: QueryClient;
	router: ConsoleRouter;
	/** `test` leaves out transitions. */
	env?: 'default' | 'test';
}

/** Renders the console with all providers that a screen needs. */
export const App = ({ queryClient, router, env = 'default' }: AppProps) => {
	useLayoutEffect(declineOnEscape, []);
	return (
		<MantineProvider
			theme={theme}
			cssVariablesResolver={cssVariables}
			deduplicateCssVariables={false}
			defaultColorScheme="auto"
			getStyleNonce={() => nonce}
			env={env}
		>
			<QueryClientProvider client={queryClient}>
				<Starting router={router} />
				<RouterProvider router={router} />
				<AuthChallenges />
				<Notifications />
				<Announcer />
			</QueryClientProvider>
		</MantineProvider>
	);
};
