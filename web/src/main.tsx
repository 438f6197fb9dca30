import { nonce } from './nonce.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { createConsoleRouter } from './router.tsx';
import { readable, theme } from './theme.ts';

const queryClient = createQueryClient();
const router = createConsoleRouter(queryClient);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

createRoot(root).render(
	<StrictMode>
		<MantineProvider
			theme={theme}
			cssVariablesResolver={readable}
			defaultColorScheme="auto"
			getStyleNonce={() => nonce}
		>
			<QueryClientProvider client={queryClient}>
				<Notifications position="bottom-right" limit={3} autoClose={6000} />
				<RouterProvider router={router} />
			</QueryClientProvider>
		</MantineProvider>
	</StrictMode>,
);
