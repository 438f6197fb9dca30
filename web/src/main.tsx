import './nonce.ts';
import './mantine.css';
import '@mantine/notifications/styles.css';
import './composed.css';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { keepOriginalTexts } from './original-texts.ts';
import { createQueryClient } from './platform/api/query-client.ts';
import { interceptHistorySteps } from './platform/ui/dialog/history-steps.ts';
import { createConsoleRouter } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

keepOriginalTexts();
const queryClient = createQueryClient();
interceptHistorySteps(() => router.history);
const router = createConsoleRouter(queryClient);

createRoot(root).render(
	<StrictMode>
		<App queryClient={queryClient} router={router} />
	</StrictMode>,
);
