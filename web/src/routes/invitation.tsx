import { createFileRoute, useLocation } from '@tanstack/react-router';
import { LinkPage } from '../platform/sign-in/link-page.tsx';

export const Route = createFileRoute('/invitation')({
	component: () => (
		<LinkPage kind="invitation" token={useLocation({ select: ({ hash }) => hash })} />
	),
});
