import { createFileRoute, useLocation } from '@tanstack/react-router';
import { SetupPage } from '../platform/sign-in/setup-page.tsx';

export const Route = createFileRoute('/setup')({
	component: () => <SetupPage token={useLocation({ select: ({ hash }) => hash })} />,
});
